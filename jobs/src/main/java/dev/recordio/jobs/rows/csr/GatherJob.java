// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowReader;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.UnitJob;
import dev.recordio.jobs.job.UnitTask;
import dev.recordio.jobs.records.census.RecordFormat;
import dev.recordio.jobs.rows.JobSegments;
import dev.recordio.jobs.rows.RowFault;
import dev.recordio.jobs.rows.Segment;
import dev.recordio.jobs.rows.SegmentTable;
import dev.recordio.jobs.rows.SideFiles;
import dev.recordio.jobs.rows.shard.CsrConf;
import dev.recordio.jobs.rows.shard.CsrSettings;
import dev.recordio.jobs.rows.stats.IndexBaseChoice;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.output.NewOutput;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.layout.ShardEncoder;
import dev.recordio.task.TaskCounters;
import dev.recordio.task.TaskRows;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.mapreduce.lib.partition.TotalOrderPartitioner;

/**
 * Sorts the rows of LibSVM text by query id, and within a query by their places in the input: a
 * MapReduce job with a secondary sort. Its files, one after the other, are the sorted text, from
 * which {@link CsrJob} makes shards. They are scratch files, which {@link #close} removes.
 *
 * <p>The keys are query id, number of the segment and number of the row in the segment, each
 * big-endian, so that bytes sort as the numbers do; query ids are unsigned. Each reduce task has a
 * range of query ids. Lines are copied byte for byte; comment lines and blank lines are left out.
 *
 * <p>Memory of a task: one read of the input with its rows, and Hadoop's sort buffer.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class GatherJob implements Closeable {
  private static final String OUTPUT = "sorted";
  private static final int KEY_BYTES = Long.BYTES + Integer.BYTES + Long.BYTES;

  /** Each reduce task fetches from each map task. */
  private static final int MAX_REDUCERS = 1000;

  private static final int MAX_SAMPLES = 200;
  private static final int SAMPLE_BYTES = 1 << 16;

  private final UnitJob<Segment, Void> job;
  private final SegmentTable segments;

  /**
   * Prepares the job.
   *
   * @param conf a configuration, which is copied
   * @param segments the input
   * @throws InvalidSettingException when a setting is invalid, or the input has side files
   */
  public GatherJob(Configuration conf, SegmentTable segments)
      throws IOException, InterruptedException {
    this.segments = segments;
    job = UnitJob.prepare(conf, Task.class, own -> prepare(own, segments));
  }

  /**
   * Checks that rows can be sorted.
   *
   * @throws InvalidSettingException when they are no lines of LibSVM text, or have side files
   */
  static void check(Configuration conf, SideFiles side) {
    TextSettings text = TextSettings.of(conf);
    if (!text.format().equals(LibSvmConf.FORMAT.definition().defaultValue())) {
      throw new InvalidSettingException(
          CsrConf.GATHER + " takes libsvm text: rows of " + text.format() + " have no query ids");
    }
    if (text.mode() == ParseMode.DMLC) {
      throw new InvalidSettingException(
          CsrConf.GATHER + " takes the modes strict and lenient, as rows of dmlc are no lines");
    }
    side.refuse(CsrConf.GATHER + " does not sort files of weights, groups or margins along: ");
  }

  private static void prepare(UnitJob<Segment, Void> own, SegmentTable segments)
      throws IOException {
    Configuration conf = own.conf();
    check(conf, SideFiles.find(conf, segments.files()));
    LibSvmConf.INDEX_BASE.set(conf, IndexBaseChoice.readingBase(TextSettings.of(conf)));
    TextSettings.of(conf).check();
    own.use(segments.files().stream().map(FileStatus::getPath).toList());
    JobSegments.set(own, segments);
    long[] bounds = bounds(conf, segments);
    passBounds(conf, own.scratch("bounds"), bounds);
    own.job().setMapOutputKeyClass(BytesWritable.class);
    own.job().setMapOutputValueClass(BytesWritable.class);
    own.job().setPartitionerClass(TotalOrderPartitioner.class);
    own.job().setReducerClass(LineReducer.class);
    own.job().setNumReduceTasks(bounds.length + 1);
    own.job().setOutputKeyClass(NullWritable.class);
    own.job().setOutputValueClass(Text.class);
    own.output(own.scratch(OUTPUT), SortedText.class);
    NewOutput.commitTogether(conf);
    NewOutput.keepNames(conf);
  }

  /**
   * Returns where the ranges of the reduce tasks begin, but for the first: ascending, by a sample.
   * What the job writes does not depend on them.
   */
  private static long[] bounds(Configuration conf, SegmentTable segments) throws IOException {
    int reducers = Math.min(MAX_REDUCERS, segments.count());
    if (reducers == 1) {
      return new long[0];
    }
    var own = new Configuration(conf);
    RecordIOConf.INPUT_BUFFER_SIZE.set(own, SAMPLE_BYTES);
    var sample = LongStream.builder();
    int step = Math.max(1, segments.count() / MAX_SAMPLES);
    for (int segment = 0; segment < segments.count(); segment += step) {
      addSample(own, segments.get(segment), sample);
    }
    // The order of unsigned numbers is the order of signed ones that differ in the sign.
    long[] sorted = sample.build().map(qid -> qid ^ Long.MIN_VALUE).sorted().toArray();
    return LongStream.range(1, sorted.length == 0 ? 0 : reducers)
        .map(i -> sorted[(int) (i * sorted.length / reducers)] ^ Long.MIN_VALUE)
        .distinct()
        .toArray();
  }

  private static void passBounds(Configuration conf, Path file, long[] bounds) throws IOException {
    try (var out =
        SequenceFile.createWriter(
            conf,
            SequenceFile.Writer.file(file),
            SequenceFile.Writer.keyClass(BytesWritable.class),
            SequenceFile.Writer.valueClass(NullWritable.class))) {
      for (long bound : bounds) {
        byte[] key = ByteBuffer.allocate(KEY_BYTES).putLong(bound).array();
        out.append(new BytesWritable(key), NullWritable.get());
      }
    }
    TotalOrderPartitioner.setPartitionFile(conf, file);
  }

  private static void addSample(Configuration conf, Segment segment, LongStream.Builder to)
      throws IOException {
    var block = new CsrBlock();
    try (RowReader rows = RowInputs.open(conf, segment.ranges())) {
      if (rows.next(block) && block.hasQid()) {
        Arrays.stream(block.qids(), 0, block.rows()).forEach(to);
      }
    } catch (MalformedRecordException e) {
      // a task of the job finds the same, and reports it
    }
  }

  /** Returns the job, not yet submitted. */
  public Job job() {
    return job.job();
  }

  /**
   * Returns the sorted text after the job has succeeded.
   *
   * @param counters of the job
   * @throws BadInputException in strict mode, when rows of several tasks are not alike
   * @throws MalformedRecordException when an input file has changed since it was listed
   */
  public List<FileStatus> result(Counters counters) throws IOException {
    RecordFormat.ROWS.checkAlike(job.conf(), counters);
    segments.requireUnchanged(job.conf());
    Path folder = job.scratch(OUTPUT);
    var files = new ArrayList<FileStatus>();
    for (int reducer = 0; reducer < job.job().getNumReduceTasks(); reducer++) {
      Path file = new Path(folder, String.format("part-r-%05d", reducer));
      FileStatus status = folder.getFileSystem(job.conf()).getFileStatus(file);
      if (status.getLen() > 0 || files.isEmpty() && reducer == job.job().getNumReduceTasks() - 1) {
        files.add(status);
      }
    }
    return files;
  }

  @Override
  public void close() throws IOException {
    job.close();
  }

  /** Gives each line its key. */
  static final class Task extends UnitTask<Segment, Void> {
    private final CsrBlock block = new CsrBlock();
    private final ByteBuffer place = ByteBuffer.allocate(KEY_BYTES);
    private final BytesWritable key = new BytesWritable();
    private final BytesWritable line = new BytesWritable();
    private ShardEncoder encoder; // null before the first segment

    Task() {
      super(Segment.SERDE);
    }

    @Override
    @SuppressWarnings("unchecked") // the types of the job's map output
    protected Void run(Segment segment, TaskContext task) throws IOException, InterruptedException {
      var out = (TaskInputOutputContext<?, ?, BytesWritable, BytesWritable>) task.attempt();
      TextSettings settings = TextSettings.of(task.conf());
      CsrSettings shards = CsrSettings.of(task.conf());
      encoder = encoder == null ? shards.encoder() : encoder;
      var counters = TaskCounters.of(out);
      long number = 0;
      try (var rows = new TaskRows(task.conf(), settings, segment.ranges(), counters, block)) {
        rows.takeDoubts(); // the job that makes shards says them
        while (rows.nextBlock()) {
          if (settings.mode() == ParseMode.STRICT && !block.hasQid()) {
            throw RowFault.withoutQid(rows.path().toString(), block.positions()[0]);
          }
          for (int row = 0; row < block.rows(); row++) {
            long qid = block.hasQid() ? block.qids()[row] : 0;
            place.clear().putLong(qid).putInt(segment.number()).putLong(number++);
            key.set(place.array(), 0, KEY_BYTES);
            line.set(rows.lineBytes(), rows.lineStart(row), rows.lineLength(row));
            out.write(key, line);
          }
          shards.leaveOut(block);
          check(rows.path());
          task.progress(rows.progress());
        }
      }
      return null;
    }

    /** Checks what is checked of shards, too: here the files are the ones that the user knows. */
    private void check(Path file) throws MalformedRecordException {
      try {
        encoder.check(block);
      } catch (MalformedRecordException e) {
        throw e.at(file.toString());
      }
    }
  }

  /** Lines of text, without keys. */
  static final class SortedText extends TextOutputFormat<NullWritable, Text> {}

  /** Writes the lines in the order of their keys. */
  static final class LineReducer extends Reducer<BytesWritable, BytesWritable, NullWritable, Text> {
    private final Text text = new Text();

    @Override
    protected void reduce(BytesWritable key, Iterable<BytesWritable> lines, Context context)
        throws IOException, InterruptedException {
      for (BytesWritable line : lines) {
        text.set(line.getBytes(), 0, line.getLength());
        context.write(NullWritable.get(), text);
      }
    }
  }
}
