// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Fixtures;
import dev.recordio.testing.Python;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WebDatasetExportTest extends ExportTestBase {
  /** Computes NVIDIA's index with GNU tar's block numbers, and reads all members with Python. */
  private static final String TAR_READERS =
      """
      import subprocess, sys, tarfile
      for tar in sys.argv[1:]:
          listed = subprocess.run(['tar', '--list', '--block-number', '--file', tar],
                                  capture_output=True, check=True, text=True).stdout.splitlines()
          blocks, names = [], []
          for line in listed:
              block, name = line[len('block '):].split(': ')
              blocks.append(int(block)); names.append(name)
          files = {m.name: m for m in tarfile.open(tar)}
          samples, last = [], None
          for i, name in enumerate(names):
              if '** Block of NULs **' in name: continue
              content = files[name]
              padded = (content.size + 511) // 512
              offset = (blocks[i + 1] - padded) * 512
              assert offset == content.offset_data, (offset, content.offset_data)
              assert (content.mtime, content.uid, content.gid) == (0, 0, 0)
              assert content.uname == content.gname == '' and content.mode == 0o444
              base, suffix = name.split('.', 1)
              part = f'{suffix} {offset} {content.size} {name}'
              if base == last: samples[-1] += ' ' + part
              else: samples.append(part)
              last = base
          print('\\n'.join([f'v1.2 {len(samples)}'] + samples))
      """;

  private static Map<String, byte[]> members(byte[] tar) throws IOException {
    var members = new LinkedHashMap<String, byte[]>();
    try (var in = new TarArchiveInputStream(new ByteArrayInputStream(tar))) {
      for (TarArchiveEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        members.put(entry.getName(), in.readAllBytes());
      }
    }
    return members;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Test
  void theTarHasWhatTheFixtureHas() throws Exception {
    images("images");

    String err = ok("export --to webdataset --shards 1 ./images.rec ./out").err();

    // The fixture's owner has a name, so only the headers differ.
    assertHas(err, "different suffixes (jpg, png)", "--ext");
    byte[] tar = Files.readAllBytes(path("out/part-00000.tar"));
    Map<String, byte[]> expected = members(Fixtures.bytes("/formats/webdataset/part-00000.tar"));
    Map<String, byte[]> found = members(tar);
    assertEquals(List.copyOf(expected.keySet()), List.copyOf(found.keySet()));
    expected.forEach((name, bytes) -> assertArrayEquals(bytes, found.get(name), name));
    assertEquals(Fixtures.bytes("/formats/webdataset/part-00000.tar").length, tar.length);
    assertEquals(
        text(Fixtures.bytes("/formats/webdataset/part-00000.idx")), text("out/part-00000.idx"));
    String wids = text("out/wids.json").replaceAll("\\s", "");
    assertEquals(
        "{\"__kind__\":\"wids-shard-index-v1\",\"wids_version\":1,\"shardlist\":"
            + "[{\"url\":\"part-00000.tar\",\"nsamples\":24,\"filesize\":133120}]}",
        wids);
    String manifest = text("out/_export.json").replaceAll("\\s", "");
    assertTrue(manifest.startsWith("{\"to\":\"webdataset\",\"records\":24,"), manifest);
    assertHas(manifest, "\"file\":\"part-00000.tar\",\"records\":24,");

    ok("pack --from webdataset --shards 1 ./out ./back");
    assertSameRecords(path("images.rec"), path("back"));
  }

  @Test
  void recordsOfAllKindsComeBackToTheByte() throws Exception {
    List<byte[]> records = ofAllKinds(Long.MIN_VALUE + 1);
    records.add(odd(1, 0, 20, 0x40400000)); // a vector of one label
    records.add(odd(2, 0x3F800000, 21, 0x3F800000, 0x40000000)); // as im2rec.cc
    records.add(odd(0, 0xFFC00001, 22)); // a NaN with other bits
    records.add(odd(2, 0, 23, 0x7F800001, 0));
    long[] keys = {0, -1, Long.MAX_VALUE, Long.MIN_VALUE, 5, 5, 6, 7, 8, 9, 10, 20, 21, 22, 23};
    keyed("kinds", records, keys);

    ok("export --to webdataset --shards 4 ./kinds.rec ./out");
    ok("pack --from webdataset --shards 1 ./out ./back");

    assertSameRecords(path("kinds.rec"), path("back"));
    var all = new LinkedHashMap<String, byte[]>();
    for (int i = 0; i < 4; i++) {
      all.putAll(members(Files.readAllBytes(path("out/part-0000" + i + ".tar"))));
    }
    assertEquals("3", text(all.get("000000000.cls")));
    assertEquals("-12", text(all.get("000000006.cls")));
    assertEquals("-4611686018427387904", text(all.get("000000008.cls")));
    for (int i : new int[] {1, 2, 3, 4, 5, 9, 11, 13}) {
      assertFalse(all.containsKey(String.format("%09d.cls", i)), "label " + i + " is none");
    }
    assertEquals(
        "{\"key\": 18446744073709551615, \"labels\": [1.0, 2.0, 0.1]}",
        text(all.get("000000001.json")));
    assertEquals(
        "{\"key\": 5, \"labels\": [-0.0], \"id2\": 9223372036854775807}",
        text(all.get("000000004.json")));
    assertEquals(
        "{\"key\": 5, \"labels\": [\"-Infinity\", \"NaN\", -0.0, 7.038530691851209E-26]}",
        text(all.get("000000005.json")));
    assertEquals(
        "{\"key\": 20, \"labels\": [3.0], \"recordio_header\": \"01000000000000001400000000000000"
            + "000000000000000000004040\"}",
        text(all.get("000000011.json")));
    assertEquals(List.copyOf(all.keySet()), all.keySet().stream().sorted(BY_BASE).toList());
  }

  /** Samples in the order of their numbers; members of one stay as they are. */
  private static final java.util.Comparator<String> BY_BASE =
      java.util.Comparator.comparing(name -> name.substring(0, name.indexOf('.')));

  @Test
  void theNumberOfTasksDoesNotMatter() throws Exception {
    images("multi");
    var outputs = new ArrayList<Map<String, byte[]>>();
    for (String tasks : new String[] {"1", "7"}) {
      ok(
          "export -D mapreduce.local.map.tasks.maximum={} --to webdataset --shards 7 ./multi.rec ./out{}",
          tasks,
          tasks);
      outputs.add(files(path("out" + tasks)));
    }
    assertEquals(16, outputs.get(0).size());
    assertEquals(outputs.get(0).keySet(), outputs.get(1).keySet());
    outputs.get(0).forEach((name, bytes) -> assertArrayEquals(bytes, outputs.get(1).get(name)));
  }

  @Test
  void otherProgramsReadTheTar() throws Exception {
    Python.assumeHas("tarfile");
    images("images");
    ok("export --to webdataset --shards 2 ./images.rec ./out");
    keyed("few", List.of(record(1, 0, 3, 1)));
    ok("export --to webdataset --shards 2 ./few.rec ./few");

    String found =
        Python.run(
            TAR_READERS,
            path("out/part-00000.tar"),
            path("out/part-00001.tar"),
            path("few/part-00001.tar"));

    String expected = text("out/part-00000.idx") + text("out/part-00001.idx");
    assertEquals(expected + text("few/part-00001.idx"), found + "\n");
    assertEquals("v1.2 0\n", text("few/part-00001.idx"));
  }

  @Test
  void oneSuffixForAllImages() throws Exception {
    images("images");
    String err = ok("export --to webdataset --ext jpeg ./images.rec ./out").err();
    assertFalse(err.contains("note: "), err);
    assertEquals(
        24,
        members(Files.readAllBytes(path("out/part-00000.tar"))).keySet().stream()
            .filter(name -> name.endsWith(".jpeg"))
            .count());
  }

  @Test
  void payloadsWithoutHeadersComeBackWithTheirKeys() throws Exception {
    var payloads = new ArrayList<byte[]>();
    for (String text : new String[] {"a", "", "GIF89a...", "some more text than before"}) {
      payloads.add(text.getBytes(StandardCharsets.UTF_8));
    }
    keyed("plain", payloads, 7, -1, 9, 2);

    ok("export --to webdataset --shards 2 ./plain.rec ./out");
    ok("pack --from webdataset --header none --shards 1 ./out ./back");

    assertSameRecords(path("plain.rec"), path("back"));
    Map<String, byte[]> members = members(Files.readAllBytes(path("out/part-00001.tar")));
    assertEquals(
        List.of("000000002.gif", "000000002.json", "000000003.bin", "000000003.json"),
        List.copyOf(members.keySet()));
    assertEquals("{\"key\": 9}", text(members.get("000000002.json")));
  }

  @ParameterizedTest
  @CsvSource({
    "--ext, cls, 'expected letters and digits, such as jpg, and none of cls, json'",
    "--ext, a/b, expected letters",
    "--ext, .jpg, expected letters",
    "--row-group-rows, 7, no use",
    "--codec, zstd, no use",
  })
  void unfitOptionsAreRefusedFirst(String option, String value, String message) throws Exception {
    assertHas(refused(2, "export --to webdataset {} {} ./missing ./out", option, value), message);
  }
}
