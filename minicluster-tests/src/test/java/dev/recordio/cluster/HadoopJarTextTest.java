// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Ended;
import dev.recordio.testing.Jobs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The shipped jar sorts and shuffles rows of text on HDFS, in several containers. */
@ExtendWith(ClusterExtension.class)
class HadoopJarTextTest implements HdfsUnderTest {
  private final HadoopJar hadoopJar;

  HadoopJarTextTest(MiniYarn yarn, @TempDir java.nio.file.Path temp) throws Exception {
    hadoopJar = new HadoopJar(yarn, temp);
  }

  private static int qid(String row) {
    return Integer.parseInt(row.split(" ")[1].substring(4));
  }

  private static List<String> rows(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> i % 3 + ":0.5 qid:" + i * 7919 % 101 + " " + i % 40 + ":" + i)
        .toList();
  }

  private Path put(String name, List<String> rows) throws Exception {
    return write(name, String.join("\n", rows) + "\n");
  }

  @Test
  void rowsOfAQueryAreGathered() throws Exception {
    List<String> rows = rows(3000);
    Path scattered = put("scattered.libsvm", rows);
    Path sorted =
        put(
            "sorted.libsvm",
            rows.stream().sorted(Comparator.comparing(HadoopJarTextTest::qid)).toList());
    String[] options = {"-Drecordio.csr.segment-size=40k", "--features=50"};
    Ended gathered =
        hadoopJar.run(
            "csr --gather qid {} {} {} {}", options[0], options[1], scattered, path("gathered"));
    assertEquals(0, gathered.status(), gathered.err());
    Recordio.run(
            conf(), "csr", options[0], options[1], sorted.toString(), path("expected").toString())
        .ended(0);
    assertSame("expected", "gathered");
  }

  @Test
  void rowsAreShuffledAsInOneProcess() throws Exception {
    List<String> rows = rows(3000).stream().map(row -> row.replaceFirst(" qid:\\d+", "")).toList();
    Path text = put("rows.libsvm", rows);
    String cut = "-Dmapreduce.input.fileinputformat.split.maxsize=20000";
    Ended shuffled =
        hadoopJar.run("shuffle --seed 7 --shards 2 {} {} {}", cut, text, path("shuffled"));
    assertEquals(0, shuffled.status(), shuffled.err());
    Recordio.run(
            conf(),
            "shuffle",
            "--seed=7",
            "--shards=2",
            text.toString(),
            path("expected-order").toString())
        .ended(0);
    assertSame("expected-order", "shuffled");
    var lines = new ArrayList<String>();
    for (String shard : List.of("part-00000.libsvm", "part-00001.libsvm")) {
      lines.addAll(readText(path("shuffled/" + shard)).lines().toList());
    }
    assertNotEquals(rows, lines);
    assertEquals(rows.stream().sorted().toList(), lines.stream().sorted().toList());
  }

  private void assertSame(String expected, String actual) throws Exception {
    List<String> names = Jobs.names(fs(), path(expected));
    assertEquals(names, Jobs.names(fs(), path(actual)));
    for (String name : names) {
      if (!name.equals("_csr.json")) { // it has the settings
        assertArrayEquals(read(path(expected + "/" + name)), read(path(actual + "/" + name)), name);
      }
    }
  }
}
