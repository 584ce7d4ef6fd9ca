// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.rewrite;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.stream.Files;
import dev.recordio.image.ImageSize;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.records.census.ClassLabel;
import dev.recordio.jobs.records.copy.CopyEntry;
import dev.recordio.jobs.records.copy.CopyTask;
import dev.recordio.jobs.records.copy.RecordSource;
import dev.recordio.jobs.shard.PlannedShard;
import dev.recordio.jobs.shard.ShardOutputFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Writes an InsightFace set as face2rec2 does: {@code train.rec} and {@code train.idx} with the
 * images under the keys from 1 on, each with the labels (label, 1), then key 0, then the
 * identities; and {@code property}.
 */
class FaceTask extends CopyTask {
  private static final int MAX_OPEN = 32;

  FaceTask() {
    super(MAX_OPEN);
  }

  @Override
  protected Shard create(TaskContext task, PlannedShard split) throws IOException {
    return new Faces(task);
  }

  private static final class Faces implements Shard {
    /** What InsightFace's readers use; they take no images that are not square. */
    private static final ImageSize USUAL = new ImageSize(112, 112);

    /** That the face is cut out already. */
    private static final float ALIGNED = 1;

    private final TaskContext task;
    private final Path folder;
    private final LabelTable table; // null: labels stay as they are
    private final RecordFileWriter writer;
    private final ImagePayload image = new ImagePayload();
    private final ClassLabel classes;
    private final float[] label = {0, ALIGNED};
    private ImageSize size = USUAL;
    private int[] starts = new int[1 << 10]; // the first key of each identity
    private int identities;
    private long place = -1; // of the label

    Faces(TaskContext task) throws IOException {
      this.task = task;
      var conf = new Configuration(task.conf());
      RecordIOConf.OUTPUT_INDEX_BINARY.set(conf, false); // InsightFace's files alone
      folder = ShardOutputFormat.workFile(task.attempt(), "", 0, "").getParent();
      table = LabelTable.ofTask(conf);
      classes = ClassLabel.of(conf);
      writer =
          RecordFileWriter.create(
              conf, new Path(folder, "train.rec"), new Path(folder, "train.idx"));
    }

    @Override
    public void copy(CopyEntry entry, RecordSource source) throws IOException {
      image.read(entry, source);
      int column = image.column(classes, entry, source);
      if (column == ClassLabel.UNKNOWN) {
        throw source.changed(entry, "one label", "label " + image.header().label(0));
      }
      float old = image.header().label(column);
      int key = (int) writer.count() + 1;
      if (key == 1) {
        findSize();
      }
      if (entry.key != place) {
        place = entry.key;
        starts = identities == starts.length ? Arrays.copyOf(starts, 2 * identities) : starts;
        starts[identities++] = key;
        label[0] = table == null ? old + 0f : place;
      }
      boolean isSame =
          table == null ? Float.compare(old + 0f, label[0]) == 0 : table.place(old) == place;
      if (!isSame) {
        throw source.changed(entry, "the label that it had before", "label " + old);
      }
      image.write(key, 0, label, 2);
      writer.write(key, image.bytes(), 0, image.length());
    }

    private void findSize() {
      ImageSize found =
          ImageSize.of(image.image(), image.header().imageOffset(), image.header().imageLength());
      if (found != null && found.height() == found.width()) {
        size = found;
      }
    }

    @Override
    public void finish() throws IOException {
      int end = (int) writer.count() + 1;
      append(0, end, end + identities);
      for (int i = 0; i < identities; i++) {
        append(end + i, starts[i], i + 1 < identities ? starts[i + 1] : end);
      }
      int classes = identities == 0 ? 0 : (int) label[0] + 1; // the last label is the greatest
      String property = classes + "," + size.height() + "," + size.width();
      try (OutputStream out = Files.create(task.conf(), new Path(folder, "property"))) {
        out.write(property.getBytes(StandardCharsets.US_ASCII));
      }
      if (table != null) {
        table.writeText(task.conf(), folder);
      }
    }

    private void append(int key, int first, int second) throws IOException {
      image.writeEmpty(key, first, second);
      writer.write(key, image.bytes(), 0, image.length());
    }

    @Override
    public void count() {
      ShardOutputFormat.count(task.attempt(), writer);
    }

    @Override
    public void close() throws IOException {
      writer.close();
    }
  }
}
