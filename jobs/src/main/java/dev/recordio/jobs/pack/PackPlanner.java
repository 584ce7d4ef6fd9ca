// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.conf.Notes;
import dev.recordio.fs.input.InputSpec;
import dev.recordio.fs.stream.Files;
import dev.recordio.image.ImageExtensions;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.pack.list.BoxScan;
import dev.recordio.jobs.pack.list.ListLines;
import dev.recordio.jobs.pack.list.ListScan;
import dev.recordio.jobs.pack.sample.DataName;
import dev.recordio.jobs.pack.sample.SampleConf;
import dev.recordio.jobs.pack.sample.SampleFiles;
import dev.recordio.jobs.pack.sample.SampleFormat;
import dev.recordio.jobs.pack.source.InputScan;
import dev.recordio.jobs.pack.source.MemberName;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.pack.source.PackConf.BoxFormat;
import dev.recordio.jobs.pack.source.PayloadBuilder;
import dev.recordio.jobs.pack.source.Selection;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.pack.source.SourceErrors;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.Printable;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.run.output.RealPath;
import dev.recordio.jobs.shard.ByteShardCutter;
import dev.recordio.jobs.shard.PlannedShard;
import dev.recordio.jobs.shard.ShardEntries;
import dev.recordio.jobs.shard.ShardSetting;
import dev.recordio.order.SeededPermutation;
import dev.recordio.wire.RecordIOFormat;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;

/**
 * Makes the plan of a pack job from its configuration and inputs.
 *
 * <p>Sources are first written to a spool on a disk of the client: facts about all of them (are
 * they images? how many bytes?) must be known before the first can be placed. Memory does not grow
 * with their number, except for eight bytes each when they are shuffled.
 */
final class PackPlanner {
  /** What {@code batches} reads. */
  private static final ImageExtensions DECODED =
      ImageExtensions.parse("bmp,gif,jpeg,jpg,npy,png,tif,tiff,webp");

  /** The kinds of header, as users write them in lower case. */
  enum Header {
    AUTO,
    IMAGE,
    NONE
  }

  private final Configuration conf;
  private final LongConsumer listed;
  private final boolean hasList;
  private final Header header;
  private final boolean shuffle;
  private final ShardSetting shardsWanted;
  private final ImageExtensions extensionsWanted;

  private final RepeatedKeys keys = new RepeatedKeys();

  private final Set<Path> fileSystems = new LinkedHashSet<>();
  private final boolean listsFiles;
  private final Selection selection;
  private FolderLabels labels; // null before the class map is read
  private Path output;
  private String replaced = "";
  private List<Path> listsWritten = List.of();
  private String folder = "";
  private long images;
  private long samples;
  private long others; // than TFRecords
  private long unreadable;
  private long repeatedKeys;

  /**
   * @param listed receives, after each source, how many have been found so far
   */
  PackPlanner(Configuration conf, LongConsumer listed) {
    this.conf = conf;
    this.listed = listed;
    listsFiles = PackConf.LIST_ONLY.getBoolean(conf) || !PackConf.WRITE_LIST.get(conf).isEmpty();
    selection = new Selection(conf);
    hasList = !PackConf.LIST.get(conf).isEmpty();
    header = PackConf.HEADER.getEnum(conf, Header.class);
    shuffle = PackConf.SHUFFLE.getBoolean(conf);
    shardsWanted = ShardSetting.of(conf, PackConf.SHARDS, PackConf.SHARD_SIZE);
    String extensions = PackConf.EXTENSIONS.get(conf);
    extensionsWanted = extensions.isEmpty() ? null : ImageExtensions.parse(extensions);
  }

  /**
   * Refuses inputs with the output in them.
   *
   * @param prefix what the paths of sources begin with that are going to be replaced; empty when
   *     there are none
   */
  PackPlanner outside(Path folder, String prefix) {
    output = folder;
    replaced = prefix;
    return this;
  }

  /** Refuses inputs when the next run would take these lists for files to pack. */
  PackPlanner writing(List<Path> lists) {
    listsWritten = lists;
    return this;
  }

  /** Takes what is packed, in order. */
  @FunctionalInterface
  interface Listed {
    /**
     * Takes a source.
     *
     * @param folder the folder that contains all inputs, see {@link PackPlan#folder}
     * @param count how many there are
     */
    void accept(Source source, String folder, long count) throws IOException;
  }

  /**
   * Passes on what would be packed, in its order, without a plan.
   *
   * @return how many files were left out by their extension, and by their paths
   * @throws FileNotFoundException as {@link #plan}
   */
  long list(List<Path> inputs, Listed list) throws IOException {
    return choose(
        inputs,
        (chosen, assigned, leftOut) -> {
          Source.Sink each = source -> list.accept(source, folder, chosen.count());
          inOrder(chosen, Spool.reading(each));
          return leftOut + selection.leftOut();
        });
  }

  /** Does something with the sources to pack. */
  @FunctionalInterface
  private interface Use<T> {
    T of(Spool chosen, Assigned assigned, long leftOut) throws IOException;
  }

  /**
   * Scans the inputs and writes the plan.
   *
   * @throws FileNotFoundException when an input is missing or there is nothing to pack
   */
  PackPlan plan(List<Path> inputs, Path planFolder) throws IOException {
    return choose(
        inputs,
        (chosen, assigned, leftOut) -> {
          Placed placed = write(planFolder, chosen, assigned);
          return new PackPlan(
              assigned.image,
              chosen.count(),
              assigned.bytes,
              leftOut,
              selection.leftOut(),
              unreadable,
              repeatedKeys,
              placed.splits,
              placed.states(),
              folder,
              namedLabels(),
              assigned.image ? classes() : List.of(),
              fileSystems);
        });
  }

  private <T> T choose(List<Path> inputs, Use<T> use) throws IOException {
    labels = new FolderLabels(conf);
    try (var found = new Spool(conf)) {
      scan(inputs, source -> spool(source, found));
      if (found.count() > 0) {
        SampleSettings.checkFound(conf, samples, others);
      }
      boolean image =
          header == Header.IMAGE
              || header == Header.AUTO
                  && (hasList
                      || images > 0
                      || SampleFormat.of(conf) == SampleFormat.INSIGHTFACE_BIN)
                  && !SampleConf.RAW.getBoolean(conf);
      ImageExtensions byDefault =
          image || PixelSettings.isWanted(conf) ? ImageExtensions.DEFAULT : ImageExtensions.ALL;
      ImageExtensions extensions = extensionsWanted == null ? byDefault : extensionsWanted;
      checkLists(inputs, extensions);
      keys.finish();
      try (var chosen = shuffle ? Spool.random(conf, found.count()) : new Spool(conf)) {
        var assigned = new Assigned(image, extensions, chosen);
        if (labels.needsAll()) {
          var folders = new LinkedHashSet<String>();
          found.forEach(source -> assigned.addFolder(source, folders));
          labels.rank(folders, folder);
        }
        found.forEach(assigned);
        assigned.end();
        labels.say();
        if (chosen.count() == 0) {
          throw new FileNotFoundException(nothing(inputs, extensions, found.count()));
        }
        return use.of(chosen, assigned, found.count() - chosen.count() - labels.left());
      }
    }
  }

  private void scan(List<Path> inputs, Source.Sink sink) throws IOException {
    var errors = new SourceErrors(conf);
    var samples = new SampleFiles(conf, errors, selection);
    try (var scan = new InputScan(conf, errors, selection, samples)) {
      if (output != null) {
        scan.outside(output);
      }
      if (hasList) {
        String root = PackConf.ROOT.get(conf);
        long key = 0;
        for (Path list : InputSpec.parse(PackConf.LIST.get(conf))) {
          Path from = root.isEmpty() ? parent(list) : new Path(root);
          Path folder = from.getFileSystem(conf).makeQualified(from);
          scan.folder().add(folder);
          var lines =
              new ListScan(conf, scan.threads(), errors, selection).from(key, labels.byName());
          lines.scan(list, folder, sink);
          key = lines.nextKey();
          fileSystems.addAll(lines.fileSystems());
        }
      }
      BoxFormat boxes = BoxFormat.of(SampleConf.FROM.getChoice(conf));
      if (boxes == null) {
        scan.inputs(inputs, sink);
      } else {
        var images = new ListScan(conf, scan.threads(), errors, selection);
        var annotations = new BoxScan(conf, boxes, scan, images, selection, labels.byName());
        labels.found(annotations.scan(inputs, labels.order(), sink));
        fileSystems.addAll(images.fileSystems());
      }
      folder = scan.folder().name();
    }
    selection.say();
  }

  private void checkLists(List<Path> inputs, ImageExtensions extensions) throws IOException {
    for (Path list : listsWritten) {
      for (Path input : inputs) {
        if (extensions.matches(list.getName()) && RealPath.reads(conf, input, list)) {
          throw new UsageException(
              "the list is in the input "
                  + input
                  + ", and the next run would pack it: "
                  + list
                  + "; name a file outside");
        }
      }
    }
  }

  private static Path parent(Path list) {
    return list.getParent() == null ? new Path(".") : list.getParent();
  }

  private void spool(Source source, Spool found) throws IOException {
    if (source.listed) {
      keys.add(source.key);
    }
    if (isImage(source)) {
      images++;
    }
    samples += source.isSample() ? 1 : 0;
    SampleFormat format = SampleFormat.of(source);
    boolean raw = format != null && format.isOpaque() || source.kind == Source.Kind.UNREADABLE;
    others += raw ? 0 : 1;
    found.add(source);
    listed.accept(found.count());
  }

  /** Whether a source is an image by its name; where extensions are asked for, or an array. */
  private boolean isImage(Source source) {
    if (source.isSample() || source.kind == Source.Kind.UNREADABLE) {
      return source.isSample();
    }
    String name = source.contentName();
    return ImageExtensions.DEFAULT.matches(name)
        || extensionsWanted != null && extensionsWanted.matches(name) && DECODED.matches(name);
  }

  private String nothing(List<Path> inputs, ImageExtensions extensions, long found) {
    String where = hasList ? PackConf.LIST.get(conf) : inputs.toString();
    if (found == 0 && selection.leftOut() > 0) {
      return String.format(
          "nothing to pack, --include and --exclude leave out all: %,d files or members, in %s",
          selection.leftOut(), where);
    }
    if (found == 0 && selection.hidden() > 0) {
      return "nothing to pack, all that is there is hidden (--hidden takes it): " + where;
    }
    return found == 0
        ? "nothing to pack, no file at all: " + where
        : "nothing to pack, none of "
            + found
            + " files has an extension of "
            + extensions
            + " (to pack all of them: --exts all): "
            + where;
  }

  /** Returns the labels by folders below the one that contains all inputs; empty before the end. */
  Map<String, Integer> namedLabels() {
    return labels.named(folder);
  }

  /** Returns the names of the labels, see {@link FolderLabels#classes}. */
  List<String> classes() {
    return labels.classes(namedLabels());
  }

  private Placed write(Path planFolder, Spool chosen, Assigned assigned) throws IOException {
    int shards = shardsWanted.count(assigned.bytes, chosen.count());
    FileSystem fs = planFolder.getFileSystem(conf);
    try (FSDataOutputStream entries = Files.create(fs, ShardEntries.file(planFolder, ""))) {
      var placed = new Placed(entries, new ByteShardCutter(shards, assigned.bytes), shards);
      inOrder(chosen, placed);
      placed.finish();
      return placed;
    }
  }

  private void inOrder(Spool chosen, Spool.Sink sink) throws IOException {
    if (!shuffle) {
      chosen.forEach(sink);
      return;
    }
    var order = new SeededPermutation(chosen.count(), PackConf.SEED.getLong(conf));
    for (long i = 0; i < order.size(); i++) {
      chosen.read(order.at(i), sink);
    }
  }

  /** Takes the sources to pack and gives them key and labels. */
  private final class Assigned implements Source.Sink {
    private final boolean image;
    private final ImageExtensions extensions;
    private final Spool chosen;
    private final SourceErrors errors = new SourceErrors(conf);
    private final float[] label = {0};
    private final boolean looksForData;
    private final Source firstData = new Source();
    private long data;
    private String samples = ""; // the first tar with labels of WebDataset
    private long bytes;

    Assigned(boolean image, ImageExtensions extensions, Spool chosen) {
      this.image = image;
      this.extensions = extensions;
      this.chosen = chosen;
      looksForData = SampleConf.FROM.getChoice(conf).equals("auto") && extensionsWanted == null;
    }

    /** Whether a source is packed. Extensions do not matter in lists and SequenceFiles. */
    private boolean matches(Source source) {
      return source.listed
          || source.isSample()
          || source.kind == Source.Kind.SEQUENCE
          || source.kind == Source.Kind.UNREADABLE
          || extensions.matches(source.contentName());
    }

    /** Remembers files of data sets and archives. */
    private void note(Source source) {
      boolean file = !source.listed && !source.isSample() && source.kind != Source.Kind.UNREADABLE;
      boolean tar = source.kind == Source.Kind.SLICE || source.kind == Source.Kind.TAR_ENTRY;
      if (tar && source.name.endsWith(".cls") && samples.isEmpty()) {
        samples = source.path;
      }
      if (file && DataName.of(source.contentName()) != null && data++ == 0) {
        firstData.copy(source);
      }
    }

    /**
     * Ends the sources.
     *
     * @throws BadInputException when files of data sets or archives would become records as they
     *     are, or are all that is there
     */
    void end() throws BadInputException {
      if (data > 0 && (extensions == ImageExtensions.ALL || chosen.count() == 0)) {
        throw DataName.of(firstData.contentName()).notRecords(firstData, data);
      }
      if (!samples.isEmpty()) {
        Notes.say(
            Printable.of(samples)
                + " has members .cls, as WebDataset's labels are, and is packed as a tar of files;"
                + " --from webdataset packs its samples");
      }
    }

    @Override
    public void accept(Source source) throws IOException {
      boolean packed = matches(source);
      if (looksForData && (!packed || extensions == ImageExtensions.ALL)) {
        note(source);
      }
      if (!packed) {
        return;
      }
      if (!replaced.isEmpty() && source.path.startsWith(replaced)) {
        throw new UsageException(
            "the output would be packed into itself: " + Printable.of(source.displayName()));
      }
      if (listsFiles) {
        ListLines.check(folder, source);
      }
      IOException unfit = unfit(source);
      boolean byFolder = isByFolder(source) && unfit == null;
      int folderLabel = byFolder ? labels.of(source.folder(), folder) : 0;
      if (folderLabel == FolderLabels.UNKNOWN) {
        return;
      }
      if (unfit != null) {
        errors.unreadable(source, source.displayName(), unfit);
      }
      unreadable += source.kind == Source.Kind.UNREADABLE ? 1 : 0;
      if (source.isSample()) {
        source.key = chosen.count(); // unless the task finds another one
      } else if (byFolder) {
        label[0] = folderLabel;
        source.label(chosen.count(), label, 1);
      } else if (source.listed && keys.isRepeat(source.key)) {
        source.repeated = true;
        repeatedKeys++;
      }
      long size = framed(source);
      bytes += size;
      chosen.add(source, size);
    }

    /** Whether the label of a source is of its folder. */
    private boolean isByFolder(Source source) {
      return !source.listed && !source.isSample() && source.kind != Source.Kind.UNREADABLE;
    }

    /** Adds the folder of a source that is packed and has its label by its folder. */
    void addFolder(Source source, Set<String> folders) {
      if (matches(source) && isByFolder(source) && unfit(source) == null) {
        folders.add(source.folder());
      }
    }

    /** What the plan finds wrong with a source, or null. */
    private IOException unfit(Source source) {
      if (source.isFolderUnknown && image) {
        return MemberName.unknown(conf, "the name of its folder, which is its class,");
      }
      if (source.isNameUnknown && !selection.isAll()) {
        return MemberName.unknown(conf, "its name, by which --include and --exclude choose,");
      }
      if (source.kind == Source.Kind.FILE && source.length == Source.MISSING) {
        return new FileNotFoundException(
            source.path + ", a link that leads nowhere, or in a folder that may not be entered");
      }
      boolean exact =
          source.kind != Source.Kind.SEQUENCE
              && source.kind != Source.Kind.UNREADABLE
              && !source.isSample();
      return exact ? PayloadBuilder.tooLarge(source.size + headerBytes(source)) : null;
    }

    private long headerBytes(Source source) {
      return image ? ImageRecordHeader.bytes(Math.max(1, source.labelCount)) : 0;
    }

    /** Returns the bytes of the record. The size of a SequenceFile's value is an estimate. */
    private long framed(Source source) {
      long size = Math.min(source.size + headerBytes(source), RecordIOFormat.MAX_PAYLOAD_BYTES);
      return RecordIOFormat.HEADER_BYTES + RecordIOFormat.align(size);
    }
  }

  /** Writes sources to the plan, shard by shard. */
  private static final class Placed implements Spool.Sink {
    private final FSDataOutputStream entries;
    private final ByteShardCutter cut;
    private final int shards;
    private final List<PlannedShard> splits = new ArrayList<>();
    private final List<PackState.Shard> states = new ArrayList<>();
    private final Source first = new Source();
    private final DataInputBuffer in = new DataInputBuffer();
    private final CRC32C checksum = new CRC32C();
    private String firstName = "";

    Placed(FSDataOutputStream entries, ByteShardCutter cut, int shards) {
      this.entries = entries;
      this.cut = cut;
      this.shards = shards;
    }

    @Override
    public void accept(long size, byte[] source, int offset, int length) throws IOException {
      int shard = cut.next(size);
      openUpTo(shard);
      if (splits.get(shard).records() == 0) {
        in.reset(source, offset, length);
        first.readFields(in);
        firstName = first.displayName();
      }
      checksum.update(source, offset, length);
      splits.get(shard).add(size);
      entries.write(source, offset, length);
    }

    private void openUpTo(int shard) {
      while (splits.size() <= shard) {
        closeState();
        long at = entries.getPos();
        splits.add(
            splits.isEmpty()
                ? new PlannedShard("", 0, at, 0)
                : splits.get(splits.size() - 1).next(at));
      }
    }

    private void closeState() {
      if (states.size() < splits.size()) {
        long records = splits.get(states.size()).records();
        states.add(new PackState.Shard(records, checksum.getValue(), firstName));
        checksum.reset();
        firstName = "";
      }
    }

    /** Returns what identifies the content of each shard. */
    List<PackState.Shard> states() {
      return states;
    }

    /** Shards without records are written too: the user asked for this many. */
    void finish() {
      openUpTo(shards - 1);
      closeState();
    }
  }
}
