// SPDX-License-Identifier: Apache-2.0
package dev.recordio.streaming;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.cluster.ClusterExtension;
import dev.recordio.cluster.HdfsUnderTest;
import dev.recordio.cluster.MiniDfs;
import dev.recordio.mapred.LibSVMInputFormat;
import dev.recordio.mapred.RecordIOInputFormat;
import dev.recordio.testing.AbstractEngineTest;
import dev.recordio.testing.EngineInput;
import dev.recordio.testing.Python;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.InputFormat;
import org.apache.hadoop.streaming.StreamJob;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Hadoop Streaming over HDFS: a program for each split, which reads its standard input. */
@ExtendWith(ClusterExtension.class)
@Supports(row = "read RecordIO, split anywhere", engine = "old API, Streaming")
@Supports(row = "compressed .rec.gz, .rec.bz2 and the like", engine = "old API, Streaming")
@Supports(row = "files whose payloads may contain magic words", engine = "old API, Streaming")
@Supports(
    row = "bzip2 text splits, gzip text whole; dmlc-core's parts and URI arguments",
    engine = "old API, Streaming")
@Tag("deep")
class StreamingEngineTest extends AbstractEngineTest implements HdfsUnderTest {
  /** Prints file, offset, length and digest of each record of raw bytes. */
  private static final String DESCRIBE =
      """
      import hashlib, os, struct, sys
      file = os.environ['mapreduce_map_input_file'].rsplit('/', 1)[1]
      def field():
          length = sys.stdin.buffer.read(4)
          return sys.stdin.buffer.read(struct.unpack('>i', length)[0]) if length else None
      while (key := field()) is not None:
          value = field()
          digest = hashlib.sha256(value).hexdigest()
          print(file, struct.unpack('>q', key)[0], len(value), digest, sep=' ')
      """;

  /** Prints the file before each line. */
  private static final String NAME_FILE =
      """
      import os, sys
      file = os.environ['mapreduce_map_input_file'].rsplit('/', 1)[1]
      for line in sys.stdin:
          print(file, line, sep=' ', end='')
      """;

  @TempDir java.nio.file.Path temp;

  StreamingEngineTest(MiniDfs dfs) throws IOException, InterruptedException {
    Python.assumeHas("hashlib");
  }

  private List<String> run(
      String key,
      String value,
      Class<? extends InputFormat<?, ?>> format,
      String program,
      Path folder,
      EngineInput input)
      throws Exception {
    Configuration conf = conf();
    input.keys().forEach(conf::set);
    conf.set(key, value);
    conf.set("hadoop.tmp.dir", temp.toString());
    java.nio.file.Path script = temp.resolve("program.py");
    Files.writeString(script, program, StandardCharsets.UTF_8);
    Path out = folder.suffix("-read");
    String[] args = {
      "-inputformat", format.getName(),
      "-input", folder.toString(),
      "-output", out.toString(),
      "-numReduceTasks", "0",
      "-mapper", Python.name() + " " + script
    };
    assertEquals(0, ToolRunner.run(conf, new StreamJob(), args));
    var lines = new ArrayList<String>();
    for (FileStatus part : fs().globStatus(new Path(out, "part-*"))) {
      readText(part.getPath()).lines().map(String::stripTrailing).forEach(lines::add);
    }
    return lines;
  }

  @Override
  protected List<ReadRecord> records(Path folder, EngineInput input) throws Exception {
    var records = new ArrayList<ReadRecord>();
    for (String line :
        run("stream.map.input", "rawbytes", RecordIOInputFormat.class, DESCRIBE, folder, input)) {
      String[] words = line.split(" ");
      long offset = Long.parseLong(words[1]);
      records.add(new ReadRecord(words[0], offset, Long.parseLong(words[2]), words[3]));
    }
    records.sort(Comparator.comparingLong(ReadRecord::offset));
    return records;
  }

  @Override
  protected String told(Executable read) throws Exception {
    return toldByJob(read);
  }

  @Override
  protected List<String> rows(Path folder, EngineInput input) throws Exception {
    return run(
            "stream.map.input.ignoreKey", "true", LibSVMInputFormat.class, NAME_FILE, folder, input)
        .stream()
        .map(line -> line.replaceFirst(" ", "\t"))
        .toList();
  }
}
