// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderExportTest {
  @TempDir Path temp;
  private Exports at;

  @BeforeEach
  void begin() {
    at = new Exports(temp);
  }

  @Test
  void imagesAreInFoldersOfTheirLabelsAndComeBack() throws Exception {
    at.images("images");
    at.ok("export", "--to", "folder", "--shards", "1", "@images.rec", "@one");
    at.ok("export", "--to", "folder", "--shards", "7", "@images.rec", "@seven");

    Map<String, byte[]> one = at.files("one");
    Map<String, byte[]> seven = at.files("seven");
    one.remove("_export.json");
    seven.remove("_export.json"); // lists other shards
    assertEquals(25, one.size());
    assertEquals(one.keySet(), seven.keySet());
    one.forEach((name, bytes) -> assertArrayEquals(bytes, seven.get(name), name));
    assertTrue(one.keySet().containsAll(Set.of("0/000000000.jpg", "2/000000007.png")));
    assertTrue(at.text("one/records.lst").startsWith("12\t0\t0/000000000.jpg\n"));

    at.ok("pack", "--list", "@seven/records.lst", "--shards", "1", "@back");
    at.assertSame("images.rec", "back/part-00000.rec");
    at.assertSame("images.idx", "back/part-00000.idx");
  }

  @Test
  void recordsOfAllLabelsComeBackToTheByte() throws Exception {
    at.records(
        "kinds.rec",
        Exports.ofAllKinds(0),
        0,
        -1,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        5,
        5,
        6,
        7,
        8,
        9,
        10);

    at.ok("export", "--to", "folder", "--shards", "3", "@kinds.rec", "@out");
    at.ok("pack", "--list", "@out/records.lst", "--root", "@out", "--shards", "1", "@back");

    at.assertSame("kinds.rec", "back/part-00000.rec");
    at.assertSame("kinds.idx", "back/part-00000.idx");
    assertTrue(at.text("out/records.lst").contains("\t1\t2\t0.1\t00000/000000001.bin\n"));
  }

  @Test
  void aThousandImagesAreInAFolderWhereLabelsDoNotDecide() throws Exception {
    var records = new ArrayList<byte[]>();
    for (int i = 0; i < 1001; i++) {
      records.add(Exports.record(i, 0, 1, 0.5f));
    }
    at.records("many.rec", records);
    at.ok("export", "--to", "folder", "--ext", "png", "--shards", "2", "@many.rec", "@out");

    Set<String> names = at.files("out").keySet();
    assertEquals(1000, names.stream().filter(name -> name.startsWith("00000/")).count());
    assertTrue(names.contains("00001/000001000.png"), names.toString());
  }

  @Test
  void payloadsWithoutHeaders() throws Exception {
    at.records("plain.rec", List.of("a".getBytes(StandardCharsets.UTF_8), new byte[0]), 7, 9);
    at.ok("export", "--to", "folder", "--shards", "1", "@plain.rec", "@out");
    at.ok("pack", "--list", "@out/records.lst", "--header", "none", "--shards", "1", "@back");
    at.assertSame("plain.rec", "back/part-00000.rec");
    at.assertSame("plain.idx", "back/part-00000.idx");
  }

  @Test
  void keysOfMoreThan64BitsAreRefusedBeforeAnythingIsWritten() throws Exception {
    at.records("kinds.rec", Exports.ofAllKinds(1));
    String err = at.fails(3, "export", "--to", "folder", "@kinds.rec", "@out");
    assertTrue(err.contains("id2") && err.contains("--to webdataset"), err);
  }
}
