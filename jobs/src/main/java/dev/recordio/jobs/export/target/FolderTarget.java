// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export.target;

import dev.recordio.conf.Notes;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;

/**
 * Writes each image as a file of its own: {@code LABEL/ORDINAL.jpg}, or with the name of the label,
 * where all records have one whole label, else a thousand a folder; and {@code records.lst}, an
 * im2rec list of key, labels and path of each. {@code pack --list} makes the same records of it.
 */
final class FolderTarget implements ExportTarget {
  private static final String LIST = "records.lst";
  private static final int FILES_IN_FOLDER = 1000;

  /** Not hidden, and one that every file system takes. */
  private static final Pattern FOLDER =
      Pattern.compile("(?![._ ])[^/\\\\:*?\"<>|\\p{Cntrl}]+(?<![. ])");

  private static final int FOLDER_DIGITS = 5;

  @Override
  public void check(Configuration conf) throws IOException {
    List<String> names =
        ClassNames.read(conf); // a missing file is an error before anything is read
    String unfit = names == null ? null : noFolder(names);
    if (unfit != null) {
      throw new BadInputException(
          ExportConf.CLASS_NAMES + " has a name that no folder can have: \"" + unfit + "\"", null);
    }
    ExportSettings.refuse(
        conf, Target.FOLDER, ExportConf.RAW, ExportConf.ROW_GROUP_ROWS, ExportConf.CODEC);
    ImageSuffix.of(conf, Set.of());
  }

  @Override
  public boolean takesPayloads(Configuration conf) {
    return false;
  }

  @Override
  public void check(Configuration conf, ExportPlan plan) throws IOException {
    ClassNames.set(conf, plan, 0, "");
    List<String> names = ClassNames.of(conf);
    String unfit = names == null ? null : noFolder(names);
    if (unfit != null) {
      Notes.say(
          "folders have labels as their names, since the class \""
              + unfit
              + "\" has none that a folder can have");
      ClassNames.set(conf, null);
    }
    if (plan.id2()) {
      throw new BadInputException(
          "some records have a key of more than 64 bits (id2 is not 0), which "
              + LIST
              + " has no place for; --to webdataset keeps it",
          null);
    }
  }

  /** Returns the first name that is none of a folder below the output which readers see. */
  private static String noFolder(List<String> names) {
    return names.stream().filter(name -> !FOLDER.matcher(name).matches()).findFirst().orElse(null);
  }

  @Override
  public long files(long shards, long records) {
    return records + 1; // the list
  }

  @Override
  public long bytes(Configuration conf, ExportPlan plan, RecordSize record) {
    return record.image();
  }

  @Override
  public TargetShard open(Configuration conf, ExportPlan plan, ShardFiles files)
      throws IOException {
    return new Shard(conf, plan, files);
  }

  /** Joins the lists of the shards. */
  @Override
  public void complete(ExportedFiles output) throws IOException {
    try (OutputStream out = output.create(LIST)) {
      for (ShardReport shard : output.shards()) {
        try (InputStream in = output.result(shard.shard(), ".lst")) {
          in.transferTo(out);
        }
      }
    }
  }

  /** Names of folders by label. */
  static final class LabelFolders {
    private final long min;
    private final OrdinalName names;

    /** Makes names for labels between two. */
    LabelFolders(long min, long max) {
      this.min = min;
      // Of negative labels, the distance from the smallest is in the name.
      long largest = Math.max(max, min < 0 ? -min : 0);
      names = new OrdinalName(Long.toString(largest).length());
    }

    /**
     * Returns the folder of a label; folders sort as labels do. A negative one has its rank, and
     * then itself: {@code -0_-2}, {@code -1_-1}, {@code 0}, {@code 1}.
     */
    String of(long label) {
      return label < 0 ? "-" + names.of(label - min) + "_" + label : names.of(label);
    }
  }

  private static final class Shard implements TargetShard {
    private final ShardFiles files;
    private final FSDataOutputStream list;
    private final ImageSuffix suffix;
    private final OrdinalName names;
    private final OrdinalName thousands;
    private final LabelFolders labels; // null where labels do not decide
    private final List<String> classes; // null where they have no names
    private final TextBytes line = new TextBytes();
    private long label = Long.MIN_VALUE;
    private String folder;

    Shard(Configuration conf, ExportPlan plan, ShardFiles files) throws IOException {
      this.files = files;
      suffix = ImageSuffix.of(conf, Set.of());
      names = new OrdinalName(plan.digits());
      long folders = plan.records() / FILES_IN_FOLDER;
      thousands = new OrdinalName(Math.max(FOLDER_DIGITS, Long.toString(folders).length()));
      labels = plan.integral() ? new LabelFolders(plan.minLabel(), plan.maxLabel()) : null;
      classes = ClassNames.of(conf);
      list = files.createResult(".lst");
    }

    @Override
    public void write(ExportRecord record) throws IOException {
      String in = folder(record);
      String name = names.of(record.ordinal()) + "." + suffix.of(record);
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

    private String folder(ExportRecord record) {
      long wanted = labels == null ? record.ordinal() / FILES_IN_FOLDER : (long) record.label(0);
      if (wanted != label) {
        label = wanted;
        folder =
            labels == null
                ? thousands.of(wanted)
                : classes == null ? labels.of(wanted) : classes.get((int) wanted);
      }
      return folder;
    }

    @Override
    public void finish() {}

    @Override
    public void close() throws IOException {
      list.close();
    }
  }
}
