// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.copy;

import dev.recordio.conf.Notes;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.job.Serde;
import dev.recordio.jobs.shard.ShardOutputFormat;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/**
 * A shard of text while it is written: the header of the input, if it has one, then lines of rows,
 * each with a line feed; compressed by the codec of the input.
 */
public final class RowShard implements Closeable {
  private static final String SUFFIX = "recordio.arrange.rows.suffix";
  private static final String CODEC = "recordio.arrange.rows.codec";
  private static final String HEADER = "recordio.arrange.rows.header-file";

  private final String name;
  private final int shard;
  private final FSDataOutputStream file;
  private final CRC32C crc = new CRC32C();
  private final OutputStream out;
  private long rows;

  private RowShard(Configuration conf, Path path, String folder, int shard) throws IOException {
    name = folder.isEmpty() ? path.getName() : folder + "/" + path.getName();
    this.shard = shard;
    file = Files.create(conf, path);
    out = CloseOnFailure.of(file, opened -> open(conf));
  }

  private OutputStream open(Configuration conf) throws IOException {
    int buffer = RecordIOConf.OUTPUT_BUFFER_SIZE.getInt(conf);
    OutputStream plain = new BufferedOutputStream(new CheckedOutputStream(file, crc), buffer);
    String codec = conf.get(CODEC, "");
    OutputStream text =
        codec.isEmpty()
            ? plain
            : new BufferedOutputStream(
                new CompressionCodecFactory(conf)
                    .getCodecByClassName(codec)
                    .createOutputStream(plain),
                buffer);
    byte[] header = Serde.<byte[]>ofFields(byte[].class).passed(conf, HEADER);
    if (header != null) {
      text.write(header);
      text.write('\n');
    }
    return text;
  }

  /**
   * Passes to the tasks of a job how the shards are written.
   *
   * @param files of the input; where they have several codecs, or some have none, the shards are
   *     plain
   * @param header null for none
   * @param scratch a file that exists as long as the job
   */
  static void configure(Configuration conf, List<FileStatus> files, byte[] header, Path scratch)
      throws IOException {
    var codecs = new CompressionCodecFactory(conf);
    Set<CompressionCodec> used = new HashSet<>();
    files.forEach(input -> used.add(codecs.getCodec(input.getPath())));
    CompressionCodec codec = used.size() == 1 ? used.iterator().next() : null;
    if (codec == null && used.size() > 1) {
      Notes.say(
          "files of the input have several kinds of compression, or some none; the output has none");
    }
    String suffix = "." + TextSettings.of(conf).format();
    conf.set(SUFFIX, codec == null ? suffix : suffix + codec.getDefaultExtension());
    conf.set(CODEC, codec == null ? "" : codec.getClass().getName());
    if (header != null) {
      Serde.<byte[]>ofFields(byte[].class).pass(conf, HEADER, scratch, header);
    }
  }

  /** Creates the file of a shard in the work path, in the folder {@code folder} below it. */
  public static RowShard create(
      TaskInputOutputContext<?, ?, ?, ?> context, String folder, int shard) throws IOException {
    Configuration conf = context.getConfiguration();
    Path path = ShardOutputFormat.workFile(context, folder, shard, conf.get(SUFFIX));
    return new RowShard(conf, path, folder, shard);
  }

  /** Returns where lines are written; each needs {@link #endLines} after it. */
  OutputStream lines() {
    return out;
  }

  /** Ends a line, the last one of some that make {@code count} rows. */
  void endLines(long count) throws IOException {
    out.write('\n');
    rows += count;
  }

  /** Writes lines, the last one without its end. */
  public void write(byte[] lines, int from, int length) throws IOException {
    out.write(lines, from, length);
    long count = 1;
    for (int i = from; i < from + length; i++) {
      count += lines[i] == '\n' ? 1 : 0;
    }
    endLines(count);
  }

  /**
   * Counts the rows and bytes of the shard, and reports it to the committer; call it when closed.
   */
  @SuppressWarnings("unchecked") // the types of what such jobs report
  public void report(TaskInputOutputContext<?, ?, ?, ?> context)
      throws IOException, InterruptedException {
    ShardOutputFormat.count(context, rows, file.getPos());
    var report =
        new RowsManifest.Shard(name, rows, file.getPos(), String.format("%08x", crc.getValue()));
    ((TaskInputOutputContext<?, ?, IntWritable, BytesWritable>) context)
        .write(new IntWritable(shard), new BytesWritable(RowsManifest.Shard.SERDE.bytes(report)));
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
