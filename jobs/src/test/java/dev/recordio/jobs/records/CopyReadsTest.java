// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Faults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** How many bytes the commands that copy records read. */
class CopyReadsTest extends ArrangeTestBase {
  private static final int RECORDS = 400;
  private static final int BYTES = 5000;
  private static final long FILE = RECORDS * (BYTES + 8L);

  @Override
  public Configuration conf() {
    var conf = new Configuration();
    conf.set("hadoop.tmp.dir", temp.resolve("hadoop").toString());
    return conf;
  }

  private static final String NEW_KEYS = "recordio.arrange.keys=new";

  /** Writes records with the keys 1000, 999, ... and both indexes. */
  private Path indexed(String name) throws IOException {
    Path rec = path(name);
    var payload = new byte[BYTES];
    var random = new Random(1);
    try (var writer = RecordFileWriter.create(conf(), rec, RecordFiles.index(rec), false)) {
      for (int i = 0; i < RECORDS; i++) {
        random.nextBytes(payload);
        writer.write(1000 - i, payload, 0, payload.length);
      }
    }
    return rec;
  }

  /** Runs a command, and returns how many bytes it read of its inputs. */
  private long read(String command, String out, String input, String options) {
    try {
      Configuration conf = conf();
      var faults = new Faults();
      Path watched = faults.over(conf, new Path(input));
      String line = "{} " + options + " {} {}";
      Recordio.run(conf, CommandTestBase.words(line, command, watched, path(out))).ended(0);
      return faults.bytesRead();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void withoutIndexes(Path rec) throws IOException {
    fs().delete(RecordFiles.index(rec), false);
    fs().delete(RecordFiles.binaryIndex(rec), false);
  }

  @Test
  void aSampleOfAnIndexedFileIsReadBySeeksAndIsTheSameAsWithoutAnIndex() throws IOException {
    String rec = indexed("in.rec").toString();
    String five = "--count 5 --seed 3 -D " + MAX_SPLIT + "300000 -D " + NEW_KEYS;
    long read = read("sample", "binary", rec, five);
    assertTrue(read < FILE / 10, read + " of " + FILE + " bytes");
    fs().delete(RecordFiles.binaryIndex(new Path(rec)), false);
    long readByText = read("sample", "text", rec, five);
    assertTrue(readByText < FILE / 10, readByText + " of " + FILE + " bytes");
    withoutIndexes(new Path(rec));
    assertTrue(read("sample", "scanned", rec, five) >= FILE);
    assertSameFiles("scanned", "binary");
    assertSameFiles("scanned", "text");
  }

  @Test
  void filesWithAndWithoutAnIndexAreSampledTogether() throws IOException {
    Path some = indexed("a.rec");
    Path others = indexed("b.rec");
    withoutIndexes(others);
    String both = some + ";" + others + ";" + some;
    Recordio run = ok("sample --fraction 0.1 -D {} {} ./mixed", NEW_KEYS, both);
    assertTrue(run.err().matches("(?s).*records in indexes +800\n.*"), run.err());
    assertTrue(run.err().matches("(?s).*records read +400\n.*"), run.err());
    withoutIndexes(some);
    ok("sample --fraction 0.1 {} ./scanned", both);
    assertSameFiles("scanned", "mixed");
  }

  @Test
  void anIndexThatDoesNotFitIsNotSampledBy() throws IOException {
    Path rec = indexed("in.rec");
    withoutIndexes(rec);
    ok("sample --count 7 {} ./scanned", rec);
    write("in.idx", "0\t0\n1\t5008\n".getBytes());
    ok("sample --count 7 {} ./again", rec);
    assertSameFiles("scanned", "again");
  }

  @Test
  void keysAreSelectedBySeeks() throws IOException {
    String rec = indexed("in.rec").toString();
    long read = read("select", "chosen", rec, "--keys 1000,900,601,5");
    assertTrue(read < FILE / 10, read + " of " + FILE + " bytes");
    List<String> all = framed(new Path(rec));
    assertEquals(
        List.of(all.get(0), all.get(100), all.get(399)), framed(shard("chosen", 0, ".rec")));
  }

  @Test
  void aSplitReadsItsInputOnceForAllSubsets() throws IOException {
    Path rec = indexed("in.rec");
    String fractions = "train=0.6,val=0.2,test=0.2";
    long census = FILE;
    long read = read("split", "out1", rec.toString(), "--fractions " + fractions + " --shards 1");
    assertTrue(read < census + 1.1 * FILE, read + " bytes of " + FILE);
    // Shards of few records begin some records before or after those of the other subsets.
    read = read("split", "out3", rec.toString(), "--fractions " + fractions + " --shards 3");
    assertTrue(read < census + 1.6 * FILE, read + " bytes of " + FILE);
    List<String> all = framed(rec);
    for (String subset : List.of("train", "val", "test")) {
      List<String> whole = framed(shard("out1/" + subset, 0, ".rec"));
      assertFalse(whole.isEmpty());
      assertEquals(whole, all(shards("out3/" + subset)));
      assertTrue(all.containsAll(whole));
    }
  }
}
