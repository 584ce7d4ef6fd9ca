// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.bytes.FileSignature;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.bytes.NameText;
import dev.recordio.formats.Sample;
import dev.recordio.fs.stream.SideFile;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.images.ImageWarnings;
import dev.recordio.jobs.job.Serde;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.UnitTask;
import dev.recordio.jobs.pack.list.PackedList;
import dev.recordio.jobs.pack.sample.SampleConf;
import dev.recordio.jobs.pack.sample.SampleFormat;
import dev.recordio.jobs.pack.sample.SampleReader;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.pack.source.PayloadBuilder;
import dev.recordio.jobs.pack.source.ReadRetries;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.pack.source.SourceErrors;
import dev.recordio.jobs.pack.source.SourceReader;
import dev.recordio.jobs.shard.PlannedShard;
import dev.recordio.jobs.shard.ShardEntries;
import dev.recordio.jobs.shard.ShardOutputFormat;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.Progressable;

/** Writes one shard: reads the sources of its plan, in order, and writes each as a record. */
class PackTask extends UnitTask<PlannedShard, ShardReport> {
  /** A pointer of Git LFS has no more bytes. */
  private static final int POINTER_BYTES = 1024;

  private final PayloadBuilder payload = new PayloadBuilder();
  private boolean imageHeader;
  private boolean refusesPointers;
  private ImageMaker images; // null where sources are packed byte for byte
  private SourcesAhead ahead;
  private SourceErrors errors;
  private Configuration conf;
  private Progressable progress;
  private final Sample sample = new Sample();
  private final PayloadBuilder sampleImage = new PayloadBuilder();
  private final Map<SampleFormat, SampleReader> readers = new EnumMap<>(SampleFormat.class);
  private SideFile skips; // name, TAB, reason
  private long key;
  private long bytesIn;
  private long skipped;
  private long repeatedKeys;

  PackTask() {
    super(Serde.ofFields(PlannedShard.class), Serde.ofFields(ShardReport.class));
  }

  @Override
  protected ShardReport run(PlannedShard planned, TaskContext task)
      throws IOException, InterruptedException {
    conf = task.conf();
    progress = task;
    imageHeader = PackPlan.imageHeader(conf);
    errors = new SourceErrors(conf);
    refusesPointers = SampleConf.FROM.getChoice(conf).equals("auto");
    Path output = FileOutputFormat.getOutputPath(task.attempt());
    var resume = new ResumeFolder(output.getFileSystem(conf), output);
    ShardReport report;
    try (var list = new PackedList.Part(task.attempt(), planned.shard());
        var entries = new ShardEntries<>(conf, planned, new Source())) {
      report =
          PackConf.RESUME.getBoolean(conf) ? resume.take(task.attempt(), planned.shard()) : null;
      if (report == null) {
        report = pack(task, planned, list, entries);
      } else {
        task.counter(PackCounter.SHARDS_KEPT).increment(1);
        if (list.isWanted()) {
          for (Source source = entries.next(); source != null; source = entries.next()) {
            list.add(source);
          }
        }
      }
    }
    if (PackManifest.keepsState(conf)) {
      resume.report(planned.shard(), task.attempt().getTaskAttemptID(), report);
    }
    report.count(task.attempt());
    return report;
  }

  /** Reads the next entry of the shard; returns null after the last one. */
  protected Source next(ShardEntries<Source> entries, TaskContext task) throws IOException {
    return entries.next();
  }

  private ShardReport pack(
      TaskContext task, PlannedShard planned, PackedList.Part list, ShardEntries<Source> entries)
      throws IOException, InterruptedException {
    TaskInputOutputContext<?, ?, ?, ?> context = task.attempt();
    Path rejects =
        ShardOutputFormat.workFile(context, PackManifest.REJECTS, planned.shard(), ".tsv");
    var writer = new PackedShard(context, planned.shard());
    try (writer;
        ImageMaker made = ImageMaker.create(conf);
        var sources = new SourceReader(conf, progress);
        var next = new SourcesAhead(sources, () -> next(entries, task));
        Closeable samples = this::closeReaders;
        var leftOut = new SideFile(conf, rejects)) {
      images = made;
      ahead = next;
      skips = leftOut;
      long done = 0;
      for (Source source = next.next(); source != null; source = next.next()) {
        if (read(source, sources)) {
          repeatedKeys += source.repeated ? 1 : 0;
          writer.write(key, payload.bytes(), payload.length());
          list.add(source);
        }
        task.progress((float) ++done / planned.records());
      }
      sources.finish();
      task.counter(PackCounter.READS_REPEATED).increment(sources.retries().repeated());
      if (images != null) {
        images.count(context);
      }
    }
    return writer.report(
        bytesIn, repeatedKeys, skipped, images == null ? new ImageWarnings() : images.warnings());
  }

  /** Builds the record of {@code source} in the payload; false when it is skipped. */
  private boolean read(Source source, SourceReader sources) throws IOException {
    if (source.isSample()) {
      return readSample(source, sources);
    }
    int headerBytes = imageHeader ? ImageRecordHeader.bytes(source.labelCount) : 0;
    long bytes;
    try {
      payload.begin(headerBytes);
      PayloadBuilder content = images == null ? payload : images.file();
      ahead.read(source, content);
      bytes = content.length() - (images == null ? headerBytes : 0);
      checkPointer(content, bytes);
    } catch (IOException e) {
      errors.failUnlessSkipped(source.displayName(), e);
      return reject(source, e);
    }
    key = source.key;
    if (images != null && !makeImage(source)) {
      return false;
    }
    if (imageHeader) {
      ImageRecordHeader.write(payload.bytes(), 0, key, 0, source.labels, source.labelCount);
    }
    bytesIn += bytes;
    return true;
  }

  /** Refuses what Git has in place of a file: a clone without Git LFS has these for all images. */
  private void checkPointer(PayloadBuilder content, long bytes) throws IOException {
    if (!refusesPointers || bytes == 0 || bytes > POINTER_BYTES) {
      return;
    }
    int start = content.length() - (int) bytes;
    int head = (int) Math.min(bytes, FileSignature.HEAD_BYTES);
    if (content.bytes()[start] == 'v'
        && FileSignature.of(Arrays.copyOfRange(content.bytes(), start, start + head), head)
            == FileSignature.LFS_POINTER) {
      throw new IOException(
          "it is a pointer of Git LFS, not the file itself: git lfs pull brings that (--from files"
              + " packs pointers)");
    }
  }

  /** Appends the image made of the source's; false when the source is skipped. */
  private boolean makeImage(Source source) throws IOException {
    try {
      images.make(source, key, payload);
      return true;
    } catch (MalformedRecordException e) {
      errors.failUnlessSkipped(e);
      return reject(source, e);
    }
  }

  /** Builds the record of a sample: how long its header is, is known after it is read. */
  private boolean readSample(Source source, SourceReader sources) throws IOException {
    PayloadBuilder content = images == null ? sampleImage : images.file();
    byte[] header;
    try {
      sources.retries().get(() -> readOnce(source, sources, content));
      header = imageHeader ? sample.headerOr(source.key) : null;
      payload.begin(headerBytes(header));
      if (images == null) {
        payload.append(content.bytes(), 0, content.length());
      }
    } catch (IOException e) {
      errors.failUnlessSkipped(source.displayName(), e);
      return reject(source, e);
    }
    key = sample.keyOr(source.key);
    if (images != null && !makeImage(source)) {
      return false;
    }
    if (header != null) {
      System.arraycopy(header, 0, payload.bytes(), 0, header.length);
    } else if (imageHeader) {
      ImageRecordHeader.write(
          payload.bytes(), 0, key, sample.id2(), sample.labels(), sample.labelCount());
    }
    bytesIn += content.length();
    return true;
  }

  private Sample readOnce(Source source, SourceReader sources, PayloadBuilder content)
      throws IOException {
    try {
      content.begin(0);
      sample.clear();
      sources.checkFileOf(source);
      reader(source).read(source, content, sample);
      return sample;
    } catch (IOException e) {
      if (ReadRetries.mayHelp(e)) {
        closeReaders(); // their position is unknown
      }
      throw e;
    }
  }

  private int headerBytes(byte[] header) {
    if (header != null) {
      return header.length;
    }
    return imageHeader ? ImageRecordHeader.bytes(sample.labelCount()) : 0;
  }

  private void closeReaders() throws IOException {
    for (SampleReader reader : readers.values()) {
      reader.close();
    }
    readers.clear();
  }

  private SampleReader reader(Source source) throws IOException {
    SampleFormat format = SampleFormat.of(source);
    SampleReader reader = readers.get(format);
    if (reader == null) {
      reader = format.newReader(conf, progress);
      readers.put(format, reader);
    }
    return reader;
  }

  /** Writes down a source that is left out. */
  private boolean reject(Source source, IOException why) throws IOException {
    skips.line(
        NameText.escape(source.displayName()) + "\t" + NameText.escape(SourceErrors.reason(why)));
    skipped++;
    return false;
  }
}
