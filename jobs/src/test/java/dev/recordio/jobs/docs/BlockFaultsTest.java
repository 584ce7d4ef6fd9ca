// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is found wrong in pages made up for that, and what is not. */
@Tag("deep")
class BlockFaultsTest {
  @TempDir Path folder;

  private static DocBlocks page(String text) {
    return DocBlocks.of("made-up.md", text.lines().toList());
  }

  private static List<String> unrun(String text) {
    return BlockFaults.unrun("made-up.md", page(text));
  }

  private List<String> ran(String text) throws Exception {
    var faults = new ArrayList<String>();
    for (DocBlock block : page(text).blocks()) {
      assertTrue(BlockFaults.isRun(block), block.toString());
      faults.addAll(BlockFaults.of(block, new PageShell(folder)));
    }
    return faults;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Build it:\n\n    bin/recordio version\n    mvn verify\n",
        "Build it:\n\n```\nmvn verify\n```\n",
        "Build it:\n\n```sh\n$ ls\n$ mvn verify\n```\n",
        "- Build it:\n\n      JAVA_HOME=/jdk mvn verify\n",
        "Measure it:\n\n    bin/recordio bench scan\n",
        "Measure it:\n\n    bin/recordio bench scan   # writes JSON\n",
      })
  void aBlockThatIsNeitherRunNorMarkedIsAFault(String text) {
    List<String> faults = unrun(text);
    assertEquals(1, faults.size(), faults.toString());
    assertTrue(
        faults.get(0).matches("made-up.md:[34]: neither run nor .*(mvn|bench).*"), faults + "");
    assertEquals(List.of(), unrun(text.replace("it:\n", "it:\n\n<!-- not run: takes long -->")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!-- not run: no reason left -->\n\nText.\n",
        "<!-- not run: no reason left -->\n",
        "<!-- not run: no reason left -->\n    job.setInputFormatClass(Format.class);\n",
        "<!-- not run: no reason left -->\n    bin/recordio pack INPUT... OUTPUT\n",
        "<!-- not run: no reason left -->\n```java\nrun();\n```\n",
        "<!-- not run: no -->\n<!-- not run: needs a cluster -->\n    hdfs dfs -ls\n",
      })
  void aMarkBeforeNoCommandsIsAFault(String text) {
    List<String> faults = unrun(text);
    assertEquals(1, faults.size(), faults.toString());
    assertTrue(faults.get(0).matches("made-up.md:[12]: a mark, but .*"), faults.toString());
  }

  @Test
  void otherCodeIsNotRun() {
    for (String text :
        List.of(
            "    bin/recordio pack INPUT... OUTPUT\n    bin/recordio info [--json] packed\n",
            "    import numpy\n",
            "```python\nls = 1\n```\n",
            "    recordio: no such file\n")) {
      assertEquals(List.of(), unrun(text));
      assertFalse(page(text).blocks().stream().anyMatch(BlockFaults::isRun), text);
    }
  }

  @Test
  void anotherOutputIsAFault() throws Exception {
    assertEquals(List.of(), ran("    $ bin/recordio version\n    recordio …\n    $ ls\n"));
    assertEquals(List.of(), ran("    bin/recordio version\n\n    recordio …\n"));
    List<String> faults = ran("Two:\n\n    $ ls\n    $ bin/recordio version\n    recordio 9\n");
    assertEquals(1, faults.size(), faults.toString());
    assertTrue(faults.get(0).startsWith("made-up.md:4: bin/recordio version\n"), faults.toString());
    assertTrue(faults.get(0).contains("and wrote\nrecordio 0"), faults.toString());
  }

  @Test
  void anotherStatusIsAFault() throws Exception {
    assertEquals(List.of(), ran("    bin/recordio info none.rec   # exit 3\n"));
    assertEquals(1, ran("    bin/recordio info none.rec\n").size());
    assertEquals(1, ran("    bin/recordio info none.rec | wc -c\n").size());
    assertEquals(1, ran("    bin/recordio version   # exit 3\n").size());
  }

  @Test
  void otherLinesAmongCommandsAreOneScript() throws Exception {
    assertEquals(List.of(), ran("    n=2\n    test $n = 2 && ls \\\n      /data\n"));
    assertEquals(1, ran("    n=2\n    test $n = 3\n").size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'  seconds  1.12 s'          | '  seconds  0.3 s'            | true",
        "'  rate     26.5 KiB/s'      | '  rate     1.7 MiB/s'        | true",
        "'  records  25'              | '  records  24'               | false",
        "'  records  25'              | 'records  25'                 | false",
        "'next: bin/recordio info a'  | 'next: recordio info a'       | true",
        "'next: bin/recordio info a'  | 'next: recordio info b'       | false",
        "'found …, at 7'              | 'found 3, at 7'               | true",
        "'found …, at 7'              | 'found 3, at 8'               | false",
        "'ends with …'                | 'ends with anything'          | true",
        "'(a|b).*'                    | 'a'                           | false",
        "'4\t2026-11-23T00:17:08.187Z' | '4\t2027-01-02T03:04:05.678Z' | true",
      })
  void numbersOfTheRunAreNotCompared(String shown, String output, boolean same) {
    assertEquals(same, ShownOutput.matches(List.of(shown), output));
  }

  @Test
  void allLinesAreComparedUnlessSomeAreLeftOut() {
    String output = "one\nrecordio-pack: a -> b (job_local1_2)\ntwo\nthree\n";
    assertTrue(ShownOutput.matches(List.of("one", "two", "three"), output));
    assertTrue(ShownOutput.matches(List.of("  ...", "three"), output));
    assertTrue(ShownOutput.matches(List.of("one", "...", "three"), output));
    assertFalse(ShownOutput.matches(List.of("one", "two"), output));
    assertFalse(ShownOutput.matches(List.of("one", "...", "two"), output));
  }
}
