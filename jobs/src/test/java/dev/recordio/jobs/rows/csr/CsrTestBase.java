// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.jobs.rows.SegmentConf;
import dev.recordio.jobs.rows.SegmentTable;
import dev.recordio.jobs.rows.shard.CsrTask;
import dev.recordio.jobs.run.JobRunner;
import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.testing.LocalFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.junit.jupiter.api.BeforeEach;

/** Runs csr jobs on the reference files of {@code fixtures} and on what tests write. */
abstract class CsrTestBase extends CommandTestBase {
  Configuration conf;
  private int outputs;

  @BeforeEach
  void setUp() {
    conf = LocalJobs.conf();
  }

  @Override
  protected Configuration conf() {
    return conf;
  }

  /** Runs {@code recordio csr} with options and inputs, and an output. */
  final Recordio csr(Path output, String line, Object... arguments) {
    return run("csr " + line + " {}", ArrayUtils.add(arguments, output));
  }

  /** Returns a reference file. */
  static byte[] reference(String name) throws IOException {
    try (InputStream in = CsrTestBase.class.getResourceAsStream("/fixtures/" + name)) {
      return in == null ? null : in.readAllBytes();
    }
  }

  /** Returns the facts of a set. */
  static JsonNode facts(String manifest, String set) throws IOException {
    return new ObjectMapper().readTree(reference(manifest)).get(set);
  }

  /** Copies a reference file into the test's folder. */
  Path copy(String name) throws IOException {
    return put(name.substring(name.lastIndexOf('/') + 1), reference(name));
  }

  /** Writes an input. */
  Path put(String name, byte[] bytes) throws IOException {
    return write("in/" + name, bytes);
  }

  Path put(String name, String text) throws IOException {
    return write("in/" + name, text);
  }

  /** A task with the results of stats for the files. */
  CsrTask task(long columns, int base, SegmentTable segments) throws IOException {
    var rows = new ArrayList<long[]>();
    var own = new Configuration(conf);
    LibSvmConf.INDEX_BASE.set(own, base);
    for (int s = 0; s < segments.count(); s++) {
      rows.add(rangeRows(own, segments.get(s).ranges()));
    }
    return new CsrTask(columns, base, "told", false, false, rows, null);
  }

  private static long[] rangeRows(Configuration conf, List<InputRange> ranges) throws IOException {
    long[] rows = new long[ranges.size()];
    var block = new CsrBlock();
    try (var reader = RowInputs.open(conf, ranges)) {
      while (reader.next(block)) {
        rows[reader.range()] += block.rows();
      }
    }
    return rows;
  }

  SegmentTable segments(Path... inputs) throws IOException {
    List<FileStatus> files =
        RowInputs.list(conf, Stream.of(inputs).map(LocalFiles::path).toList(), null);
    return SegmentTable.of(conf, files);
  }

  /** Makes a job whose output is a new folder. */
  CsrJob job(long columns, int base, Path... inputs) throws Exception {
    SegmentTable segments = segments(inputs);
    return new CsrJob(conf, segments, task(columns, base, segments), LocalFiles.path(nextOutput()));
  }

  Path nextOutput() {
    return dir.resolve("out" + outputs++);
  }

  /** Returns the folder that the last job wrote. */
  Path output() {
    return dir.resolve("out" + (outputs - 1));
  }

  Counters run(CsrJob job) throws Exception {
    var progress = new PrintStream(new ByteArrayOutputStream());
    try (job) {
      return new JobRunner(progress, true).run(job.job());
    }
  }

  /** Runs a job and returns all files that it wrote, except checksum files, by name. */
  Map<String, byte[]> csr(long columns, int base, Path... inputs) throws Exception {
    run(job(columns, base, inputs));
    return files(output());
  }

  /** Sets the size of segments, and how many bytes of segments a task takes. */
  void cut(long segmentSize, long leastSplit) {
    SegmentConf.SEGMENT_SIZE.set(conf, segmentSize);
    conf.setLong(FileInputFormat.SPLIT_MINSIZE, leastSplit);
  }

  static Map<String, byte[]> files(Path folder) throws IOException {
    var files = new TreeMap<String, byte[]>();
    try (Stream<Path> all = Files.list(folder)) {
      for (Path file : all.toList()) {
        String name = file.getFileName().toString();
        if (!name.endsWith(".crc")) {
          files.put(name, Files.isDirectory(file) ? null : Files.readAllBytes(file));
        }
      }
    }
    return files;
  }

  CsrManifest manifest() throws IOException {
    org.apache.hadoop.fs.Path folder = LocalFiles.path(output());
    return CsrManifest.read(folder.getFileSystem(conf), folder);
  }
}
