// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.jobs.testing.CommandTestBase;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** As many classes as large sets of products or plants have: a folder, with one image, for each. */
@Tag("deep")
class ManyClassesTest extends CommandTestBase {
  private static final int CLASSES = 10_000;

  private static String lines(List<String> names) {
    return names.stream().map(name -> name + "\n").collect(Collectors.joining());
  }

  @Test
  void eachFolderIsAClassInTheOrderThatIsAskedFor() throws IOException {
    List<String> natural = IntStream.range(0, CLASSES).mapToObj(i -> "plant " + i).toList();
    for (String name : natural) {
      write("in/" + name + "/1.jpg", name);
    }
    List<String> ofEach = IntStream.range(0, CLASSES).mapToObj(i -> i + "\t1").toList();
    ok("pack -q --shards 7 ./in ./codepoint");
    assertEquals(lines(natural.stream().sorted().toList()), text("codepoint/synset.txt"));
    assertEquals(ofEach, ok("labels -q ./codepoint").lines());
    ok("pack -q --shards 7 --class-order natural ./in ./natural");
    assertEquals(lines(natural), text("natural/synset.txt"));
    assertEquals(ofEach, ok("labels -q ./natural").lines());

    // Pinned labels are the same ones, for all of the folders and for a hundredth of them.
    ok("pack -q --shards 7 --class-map ./natural/synset.txt ./in ./pinned");
    for (int shard = 0; shard < 7; shard++) {
      String name = "/part-0000" + shard + ".rec";
      assertArrayEquals(bytes("natural" + name), bytes("pinned" + name), name);
    }
    ok("pack -q --include *00/* --class-map ./natural/synset.txt ./in ./some");
    assertEquals(
        IntStream.range(1, CLASSES / 100).mapToObj(i -> 100 * i + "\t1").toList(),
        ok("labels -q ./some").lines());
  }
}
