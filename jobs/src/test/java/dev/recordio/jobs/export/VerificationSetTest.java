// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.jobs.testing.Images;
import dev.recordio.testing.Python;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** InsightFace's verification sets, written and read by Python's pickle. */
class VerificationSetTest extends CommandTestBase {
  private static final String MAKE =
      """
      import os, pickle, sys
      os.chdir(sys.argv[1])
      images = [open('img/%d.png' % i, 'rb').read() for i in range(6)]
      with open('lfw.bin', 'wb') as f:
          pickle.dump((images, [True, False, True]), f, protocol=PROTOCOL)
      """;

  private static final String CHECK =
      """
      import pickle, sys
      assert pickle.load(open(sys.argv[1], 'rb')) == pickle.load(open(sys.argv[2], 'rb'))
      """;

  private void make(int protocol) throws Exception {
    for (int i = 0; i < 6; i++) {
      write("img/" + i + ".png", Images.tiles("png", 11 + i, 13, i));
    }
    Python.run(MAKE.replace("PROTOCOL", Integer.toString(protocol)), dir);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5})
  void aSetComesBackAsPythonWroteIt(int protocol) throws Exception {
    make(protocol);
    for (int shards : new int[] {1, 4}) {
      String line = "pack -q --overwrite --from insightface-bin --shards {} {} {}";
      ok(line, shards, path("lfw.bin"), path("rec"));
      assertEquals(List.of("0\t2", "1\t4"), ok("labels -q {}", path("rec")).lines());
      String out = "out" + shards;
      ok("export -q --to insightface-bin --shards 1 {} {}", path("rec"), path(out));
      Python.run(CHECK, path("lfw.bin"), path(out + "/part-00000.bin"));
    }
    assertArrayEquals(
        Files.readAllBytes(path("img/0.png")),
        ok("cat -q --strip-header --rows 0-0 {}", path("rec")).bytes());
  }

  @Test
  void whatIsNoSetOfPairsIsRefused() throws Exception {
    make(4);
    write("folders/a/1.png", Images.tiles("png", 5, 5, 1));
    ok("pack -q {} {}", path("folders"), path("odd"));
    assertHas(
        fails(3, "export -q --to insightface-bin {} {}", path("odd"), path("out")),
        "pairs of records; found 1");
    for (String name : List.of("b/1", "c/1", "c/2")) {
      write("folders/" + name + ".png", Images.tiles("png", 5, 5, 2));
    }
    ok("pack -q {} {}", path("folders"), path("three"));
    assertHas(
        fails(3, "export -q --to insightface-bin {} {}", path("three"), path("out")),
        "labels from 0 to 2");
    byte[] set = Files.readAllBytes(path("lfw.bin"));
    write("cut.bin", java.util.Arrays.copyOf(set, set.length - 3));
    assertHas(
        fails(3, "pack -q --from insightface-bin {} {}", path("cut.bin"), path("x")),
        "malformed verification set",
        "cut.bin at offset " + (set.length - 3));
  }
}
