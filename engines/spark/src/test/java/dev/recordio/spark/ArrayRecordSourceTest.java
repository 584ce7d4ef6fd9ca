// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.formats.arrayrecord.ArrayRecordOutput;
import dev.recordio.formats.output.OutputConf;
import dev.recordio.formats.output.SampleFacts;
import dev.recordio.formats.output.SampleRecord;
import dev.recordio.formats.output.ShardFiles;
import dev.recordio.testing.Damage;
import dev.recordio.testing.LocalFiles;
import dev.recordio.wire.FramedRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records of ArrayRecord files as rows, each once, however the files are cut. */
class ArrayRecordSourceTest extends SparkTestBase {
  private static final int RECORDS = 500;

  private List<byte[]> write(String codec, int group) throws Exception {
    var conf = new Configuration(false);
    OutputConf.RAW.set(conf, true);
    OutputConf.CODEC.set(conf, codec);
    OutputConf.GROUP_SIZE.set(conf, group);
    org.apache.hadoop.fs.Path work = LocalFiles.path(folder);
    var files = new ShardFiles(conf, work, work, 0, RECORDS, () -> {}, null);
    var random = new Random(group);
    var payloads = new ArrayList<byte[]>();
    var record = new SampleRecord(false);
    var framed = new FramedRecord();
    SampleFacts facts = SampleFacts.ofPayloads(RECORDS);
    try (var shard = new ArrayRecordOutput().open(conf, facts, files)) {
      for (int i = 0; i < RECORDS; i++) {
        byte[] payload = Damage.payload(i, random.nextInt(3000));
        byte[] frame = Damage.file(List.of(payload));
        framed.read(frame, 0, frame.length);
        record.set(framed, i, i, "in.rec", 0);
        shard.write(record);
        payloads.add(payload);
      }
      shard.finish();
    }
    return payloads;
  }

  private Dataset<Row> rows() {
    return spark.read().format("arrayrecord").load(folder.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "snappy", "zstd"})
  void eachRecordIsARowWhereverFilesAreCut(String codec) throws Exception {
    List<byte[]> payloads = write(codec, 3);
    for (long bytes : new long[] {1 << 30, 70_000, 33_333}) {
      maxPartitionBytes(bytes);
      spark.conf().set("spark.sql.files.openCostInBytes", 1);
      List<Row> found = rows().orderBy("record").collectAsList();
      assertEquals(RECORDS, found.size());
      for (int i = 0; i < RECORDS; i++) {
        assertEquals(i, found.get(i).getLong(0));
        assertArrayEquals(payloads.get(i), (byte[]) found.get(i).get(1), "record " + i);
      }
      assertEquals(RECORDS, rows().count());
      assertTrue(bytes > 1 << 20 || rows().rdd().getNumPartitions() > 1);
    }
  }

  @Test
  void damageIsAnErrorWithItsPlaceAndNothingIsWritten() throws Exception {
    write("none", 1);
    Path file = folder.resolve("part-00000.array_record");
    byte[] bytes = Files.readAllBytes(file);
    bytes[64 + 50] ^= 1;
    Files.write(file, bytes);
    Files.deleteIfExists(folder.resolve(".part-00000.array_record.crc"));
    String error =
        causes(assertThrows(Exception.class, () -> rows().select("data").collectAsList()));
    assertTrue(error.contains("part-00000.array_record at offset 64"), error);
  }
}
