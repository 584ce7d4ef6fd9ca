// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.folder;

import dev.recordio.conf.Notes;
import dev.recordio.formats.UnfitInputException;
import dev.recordio.formats.output.ClassNames;
import dev.recordio.formats.output.ImageSuffix;
import dev.recordio.formats.output.OutputConf;
import dev.recordio.formats.output.OutputFiles;
import dev.recordio.formats.output.SampleFacts;
import dev.recordio.formats.output.SampleOutput;
import dev.recordio.formats.output.SampleRecord;
import dev.recordio.formats.output.ShardFiles;
import dev.recordio.formats.output.TextBytes;
import dev.recordio.formats.output.WrittenShard;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;

/**
 * Writes each image as a file of its own: {@code LABEL/ORDINAL.jpg}, or with the name of the label,
 * where all records have one whole label; of InsightFace sets {@code IDENTITY/ORDINAL.jpg}; else a
 * thousand a folder; and {@code records.lst}, an im2rec list of key, labels and path of each.
 * {@code pack --list} makes the same records of it.
 */
public final class FolderOutput implements SampleOutput {
  private static final String LIST = "records.lst";
  private static final int FILES_IN_FOLDER = 1000;

  /** Not hidden, and one that every file system takes. */
  private static final Pattern FOLDER =
      Pattern.compile("(?![._ ])[^/\\\\:*?\"<>|\\p{Cntrl}]+(?<![. ])");

  private static final int FOLDER_DIGITS = 5;

  @Override
  public Set<OutputConf> keys() {
    return EnumSet.of(OutputConf.EXT, OutputConf.CLASS_NAMES);
  }

  @Override
  public void check(Configuration conf) throws IOException {
    String unfit = noFolder(ClassNames.read(conf));
    if (unfit != null) {
      throw new UnfitInputException(
          OutputConf.CLASS_NAMES + " has a name that no folder can have: \"" + unfit + "\"");
    }
    ImageSuffix.of(conf, Set.of());
  }

  @Override
  public SampleFacts check(SampleFacts facts) throws IOException {
    if (facts.id2()) {
      throw new UnfitInputException(
          "some records have a key of more than 64 bits (id2 is not 0), which "
              + LIST
              + " has no place for; --to webdataset keeps it");
    }
    String unfit = noFolder(facts.classNames());
    if (unfit == null) {
      return facts;
    }
    Notes.say(
        "folders are named by their labels, since the class \""
            + unfit
            + "\" has a name that no folder can have");
    return facts.with(null);
  }

  /** Returns the first name that is none of a folder below the output which readers see. */
  private static String noFolder(List<String> names) {
    return names == null
        ? null
        : names.stream().filter(name -> !FOLDER.matcher(name).matches()).findFirst().orElse(null);
  }

  @Override
  public long files(long shards, long records) {
    return records + 1; // the list
  }

  @Override
  public long bytes(Configuration conf, SampleFacts facts, Size record) {
    return record.image();
  }

  @Override
  public Shard open(Configuration conf, SampleFacts facts, ShardFiles files) throws IOException {
    return new Writer(conf, facts, files);
  }

  /** Joins the lists of the shards. */
  @Override
  public void complete(SampleFacts facts, OutputFiles output) throws IOException {
    try (OutputStream out = output.create(LIST)) {
      for (WrittenShard shard : output.shards()) {
        try (InputStream in = output.result(shard, ".lst")) {
          in.transferTo(out);
        }
      }
    }
  }

  /** Names of folders by label. */
  static final class LabelFolders {
    private final long min;
    private final int digits;

    LabelFolders(long min, long max) {
      this.min = min;
      // Of negative labels, the distance from the smallest is in the name.
      long largest = Math.max(max, min < 0 ? -min : 0);
      digits = Long.toString(largest).length();
    }

    /**
     * Returns the folder of a label; folders sort as labels do. A negative one has its rank, and
     * then itself: {@code -0_-2}, {@code -1_-1}, {@code 0}, {@code 1}.
     */
    String of(long label) {
      return label < 0
          ? "-" + TextBytes.padded(label - min, digits) + "_" + label
          : TextBytes.padded(label, digits);
    }
  }

  private static final class Writer implements Shard {
    private final ShardFiles files;
    private final FSDataOutputStream list;
    private final ImageSuffix suffix;
    private final SampleFacts facts;
    private final int thousandsDigits;
    private final LabelFolders labels; // null where labels do not decide
    private final TextBytes line = new TextBytes();
    private long label = Long.MIN_VALUE;
    private String folder;

    Writer(Configuration conf, SampleFacts facts, ShardFiles files) throws IOException {
      this.files = files;
      suffix = ImageSuffix.of(conf, Set.of());
      this.facts = facts;
      long folders = facts.records() / FILES_IN_FOLDER;
      thousandsDigits = Math.max(FOLDER_DIGITS, Long.toString(folders).length());
      boolean byLabel = facts.integral() || facts.identities();
      labels = byLabel ? new LabelFolders(facts.minLabel(), facts.maxLabel()) : null;
      list = files.createResult(".lst");
    }

    @Override
    public void write(SampleRecord record) throws IOException {
      String in = folder(record);
      String name = facts.name(record.ordinal()) + "." + suffix.of(record);
      try (OutputStream out = files.createIn(in, name, record.imageLength())) {
        out.write(record.bytes(), record.imageOffset(), record.imageLength());
      }
      line.clear().put(record.key()).put('\t');
      if (!record.hasLabels()) {
        line.put("0\t"); // a line has one at least
      }
      for (int i = 0; i < record.labelCount(); i++) {
        line.putList(record.label(i)).put('\t');
      }
      line.putUtf8(in).put('/').put(name).put('\n');
      list.write(line.bytes(), 0, line.length());
    }

    private String folder(SampleRecord record) {
      long wanted = labels == null ? record.ordinal() / FILES_IN_FOLDER : (long) record.label(0);
      if (wanted != label) {
        label = wanted;
        folder = labels == null ? TextBytes.padded(wanted, thousandsDigits) : folderOf(wanted);
      }
      return folder;
    }

    private String folderOf(long wanted) {
      return facts.classNames() == null ? labels.of(wanted) : facts.classNames().get((int) wanted);
    }

    @Override
    public void close() throws IOException {
      list.close();
    }
  }
}
