// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.fuzz.ByteFuzzTest;
import dev.recordio.fuzz.ByteTarget;
import dev.recordio.fuzz.Mend;
import dev.recordio.jobs.pack.list.ListScan;
import dev.recordio.jobs.pack.sample.Sample;
import dev.recordio.jobs.pack.sample.SampleFiles;
import dev.recordio.jobs.pack.sample.SampleFormat;
import dev.recordio.jobs.pack.sample.SampleReader;
import dev.recordio.jobs.pack.source.InputScan;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.pack.source.PayloadBuilder;
import dev.recordio.jobs.pack.source.Selection;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.pack.source.SourceErrors;
import dev.recordio.jobs.pack.source.SourceReader;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.testing.LocalJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.WritableUtils;
import org.junit.jupiter.api.io.TempDir;

/** Archives, files of samples and lists: what pack reads is listed, and then read. */
class PackByteFuzzTest extends ByteFuzzTest {
  @TempDir java.nio.file.Path folder;
  private Configuration conf;
  private SourceErrors errors;
  private final PayloadBuilder payload = new PayloadBuilder();
  private final Sample sample = new Sample();

  @Override
  protected List<ByteTarget> targets() throws IOException {
    conf = LocalJobs.conf(folder);
    PackConf.READ_RETRIES.set(conf, 0);
    errors = new SourceErrors(conf);
    java.nio.file.Path mds = Files.createDirectories(folder.resolve("mds"));
    java.nio.file.Path index = Files.createDirectories(folder.resolve("mds-index"));
    copy("mds-folder", "index.json", mds);
    copy("mds-folder", "shard.00000.mds", index);
    Files.write(folder.resolve("a.jpg"), new byte[] {1, 2, 3});
    return List.of(
        target("tar", 5_000, "a.tar").mend(PackByteFuzzTest::mendTar),
        target("tar-gz", 5_000, "a.tar.gz"),
        target("zip", 5_000, "a.zip"),
        target("sequence-file", 5_000, "a.seq"),
        target("webdataset", 5_000, "w.tar").mend(PackByteFuzzTest::mendTar),
        target("tfrecord-file", 5_000, "a.tfrecord").mend(Mend::tfRecords),
        target("parquet", 5_000, "a.parquet"),
        target("mds-file", 5_000, "mds/shard.00000.mds", "mds"),
        target("mds-index", 5_000, "mds-index/index.json", "mds-index"),
        target("list-file", 5_000, "a.lst", null));
  }

  private static void copy(String corpus, String file, java.nio.file.Path to) throws IOException {
    Files.copy(java.nio.file.Path.of("src/test/resources/fuzz", corpus, file), to.resolve(file));
  }

  private ByteTarget target(String name, long wanted, String file) {
    return target(name, wanted, file, file);
  }

  /** Returns a target that packs an input, which a file belongs to; null: a list of files. */
  private ByteTarget target(String name, long wanted, String file, String input) {
    return ByteTarget.ofFile(
            name,
            wanted,
            folder.resolve(file),
            path -> read(name, input == null ? path : new Path(folder.resolve(input).toUri())))
        .refuses(BadInputException.class);
  }

  private void read(String name, Path input) throws IOException {
    var own = new Configuration(conf);
    if (name.equals("webdataset")) {
      own.set("recordio.pack.from", "webdataset");
    }
    var sources = new ArrayList<Source>();
    var selection = new Selection(own);
    try (var scan =
        new InputScan(own, errors, selection, new SampleFiles(own, errors, selection))) {
      Source.Sink sink = source -> sources.add(WritableUtils.clone(source, own));
      if (name.equals("list-file")) {
        new ListScan(own, scan.threads(), errors, selection)
            .scan(input, new Path("file:" + folder), sink);
      } else {
        scan.inputs(List.of(input), sink);
      }
    }
    Map<SampleFormat, SampleReader> readers = new EnumMap<>(SampleFormat.class);
    try (var reader = new SourceReader(own, () -> {})) {
      for (Source source : sources) {
        read(own, source, reader, readers);
      }
      reader.finish();
    } finally {
      for (SampleReader reader : readers.values()) {
        reader.close();
      }
    }
  }

  /** Reads a source as the mapper does, which knows what to do with any IOException. */
  private void read(
      Configuration own,
      Source source,
      SourceReader reader,
      Map<SampleFormat, SampleReader> readers)
      throws IOException {
    try {
      payload.begin(0);
      if (!source.isSample()) {
        reader.read(source, payload);
        return;
      }
      sample.begin(payload);
      reader.checkFileOf(source);
      SampleFormat format = SampleFormat.of(source);
      SampleReader samples = readers.get(format);
      if (samples == null) {
        samples = format.newReader(own, () -> {});
        readers.put(format, samples);
      }
      samples.read(source, sample);
      sample.headerOr(source.key);
    } catch (IOException e) {
      errors.failUnlessSkipped(source.displayName(), e);
    }
  }

  /** Mends the sums of all blocks that may be headers. */
  private static byte[] mendTar(byte[] bytes) {
    for (int at = 0; at + 512 <= bytes.length; at += 512) {
      if (bytes[at + 257] == 'u' && bytes[at + 258] == 's') {
        int sum = 0;
        for (int i = 0; i < 512; i++) {
          sum += i >= 148 && i < 156 ? ' ' : bytes[at + i] & 0xFF;
        }
        byte[] octal =
            String.format("%06o\0 ", sum).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        System.arraycopy(octal, 0, bytes, at + 148, 8);
      }
    }
    return bytes;
  }
}
