// SPDX-License-Identifier: Apache-2.0
package dev.recordio.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.io.SparseRow;
import dev.recordio.testing.AbstractEngineTest;
import dev.recordio.testing.EngineInput;
import dev.recordio.testing.LocalFilesUnderTest;
import dev.recordio.testing.ReadRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.api.common.io.InputFormat;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;

/**
 * Streams of Flink, which do not have the file of a record: one for each file, and one for the
 * folder, which has to give the same.
 */
abstract class AbstractFlinkEngineTest extends AbstractEngineTest implements LocalFilesUnderTest {
  private static final String WHOLE = "/";

  /** Returns what Flink reads records with. */
  abstract InputFormat<Tuple2<LongWritable, BytesWritable>, ?> recordFormat(
      Path input, Configuration conf) throws IOException;

  /** Returns what Flink reads rows with. */
  abstract InputFormat<Tuple2<LongWritable, SparseRow>, ?> rowFormat(Path input, Configuration conf)
      throws IOException;

  private Configuration conf(EngineInput input) {
    Configuration conf = conf();
    input.keys().forEach(conf::set);
    return conf;
  }

  @Override
  protected List<ReadRecord> records(Path folder, EngineInput input) throws Exception {
    Configuration conf = conf(input);
    return read(folder, input, (env, path, name) -> recordsOf(env, recordFormat(path, conf), name))
        .stream()
        .map(AbstractFlinkEngineTest::record)
        .sorted(Comparator.comparingLong(ReadRecord::offset))
        .toList();
  }

  private static DataStream<String> recordsOf(
      StreamExecutionEnvironment env,
      InputFormat<Tuple2<LongWritable, BytesWritable>, ?> format,
      String name) {
    return env.createInput(format).map(record -> text(name, record)).returns(Types.STRING);
  }

  private static String text(String name, Tuple2<LongWritable, BytesWritable> record) {
    byte[] payload = record.f1.copyBytes();
    ReadRecord read = ReadRecord.of(name, record.f0.get(), payload, 0, payload.length);
    return name + "\t" + read.offset() + "\t" + read.length() + "\t" + read.sha256();
  }

  private static ReadRecord record(String text) {
    String[] cells = text.split("\t");
    return new ReadRecord(cells[0], Long.parseLong(cells[1]), Long.parseLong(cells[2]), cells[3]);
  }

  @Override
  protected List<String> rows(Path folder, EngineInput input) throws Exception {
    Configuration conf = conf(input);
    return read(folder, input, (env, path, name) -> rowsOf(env, rowFormat(path, conf), name));
  }

  private static DataStream<String> rowsOf(
      StreamExecutionEnvironment env,
      InputFormat<Tuple2<LongWritable, SparseRow>, ?> format,
      String name) {
    return env.createInput(format).map(row -> name + "\t" + row.f1).returns(Types.STRING);
  }

  private interface Source {
    DataStream<String> of(StreamExecutionEnvironment env, Path input, String name)
        throws IOException;
  }

  /** Reads a folder as a whole and file by file in one job, and returns what the files have. */
  private List<String> read(Path folder, EngineInput input, Source source) throws Exception {
    StreamExecutionEnvironment env = Flink.environment();
    DataStream<String> all = source.of(env, folder, WHOLE);
    for (String file : input.dataFiles()) {
      all = all.union(source.of(env, new Path(folder, file), file));
    }
    var whole = new ArrayList<String>();
    var files = new ArrayList<String>();
    for (String line : Flink.collect(all)) {
      (line.startsWith(WHOLE) ? whole : files).add(line);
    }
    assertEquals(unnamed(files), unnamed(whole), "the folder, and its files one by one");
    return files;
  }

  private static List<String> unnamed(List<String> lines) {
    Stream<String> texts = lines.stream().map(line -> line.substring(line.indexOf('\t')));
    return texts.sorted().toList();
  }
}
