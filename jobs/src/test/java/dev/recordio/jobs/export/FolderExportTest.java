// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.FaceSets;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FolderExportTest extends ExportTestBase {

  @Test
  void imagesAreInFoldersOfTheirLabelsAndComeBack() throws Exception {
    images("images");
    ok("export --to folder --shards 1 ./images.rec ./one");
    ok("export --to folder --shards 7 ./images.rec ./seven");

    Map<String, byte[]> one = files(path("one"));
    Map<String, byte[]> seven = files(path("seven"));
    one.remove("_export.json");
    seven.remove("_export.json"); // lists other shards
    assertEquals(25, one.size());
    assertEquals(one.keySet(), seven.keySet());
    one.forEach((name, bytes) -> assertArrayEquals(bytes, seven.get(name), name));
    assertTrue(one.keySet().containsAll(Set.of("0/000000000.jpg", "2/000000007.png")));
    assertTrue(text("one/records.lst").startsWith("12\t0\t0/000000000.jpg\n"));

    ok("pack --list ./seven/records.lst --shards 1 ./back");
    assertSameRecords(path("images.rec"), path("back"));
  }

  @Test
  void recordsOfAllLabelsComeBackToTheByte() throws Exception {
    keyed("kinds", ofAllKinds(0), 0, -1, Long.MAX_VALUE, Long.MIN_VALUE, 5, 5, 6, 7, 8, 9, 10);

    ok("export --to folder --shards 3 ./kinds.rec ./out");
    ok("pack --list ./out/records.lst --root ./out --shards 1 ./back");

    assertSameRecords(path("kinds.rec"), path("back"));
    assertTrue(text("out/records.lst").contains("\t1\t2\t0.1\t00000/000000001.bin\n"));
  }

  @Test
  void aThousandImagesAreInAFolderWhereLabelsDoNotDecide() throws Exception {
    var records = new ArrayList<byte[]>();
    for (int i = 0; i < 1001; i++) {
      records.add(record(i, 0, 1, 0.5f));
    }
    keyed("many", records);
    ok("export --to folder --ext png --shards 2 ./many.rec ./out");

    Set<String> names = files(path("out")).keySet();
    assertEquals(1000, names.stream().filter(name -> name.startsWith("00000/")).count());
    assertTrue(names.contains("00001/000001000.png"), names.toString());
  }

  @Test
  void facesAreInFoldersOfTheirIdentities() throws Exception {
    Path set = FaceSets.copy("train", path("faces"));
    ok("export --to folder --shards 3 {} ./out", set);

    var counts = new TreeMap<String, Integer>();
    files(path("out")).keySet().stream()
        .filter(name -> name.indexOf('/') > 0)
        .forEach(name -> counts.merge(name.substring(0, name.indexOf('/')), 1, Integer::sum));
    var expected = new TreeMap<String, Integer>();
    for (String line : ok("labels -q {}", set).lines()) {
      String[] cells = line.split("\t");
      expected.put(cells[0], Integer.parseInt(cells[1]));
    }
    assertTrue(expected.size() > 2, expected.toString());
    assertEquals(expected, counts);
    int faces = expected.values().stream().mapToInt(Integer::intValue).sum();
    assertEquals(faces, text("out/records.lst").lines().count());
  }

  @Test
  void payloadsWithoutHeaders() throws Exception {
    keyed("plain", List.of("a".getBytes(StandardCharsets.UTF_8), new byte[0]), 7, 9);
    ok("export --to folder --shards 1 ./plain.rec ./out");
    ok("pack --list ./out/records.lst --header none --shards 1 ./back");
    assertSameRecords(path("plain.rec"), path("back"));
  }

  @Test
  void keysOfMoreThan64BitsAreRefusedBeforeAnythingIsWritten() throws Exception {
    keyed("kinds", ofAllKinds(1));
    assertHas(refused(3, "export --to folder ./kinds.rec ./out"), "id2", "--to webdataset");
  }
}
