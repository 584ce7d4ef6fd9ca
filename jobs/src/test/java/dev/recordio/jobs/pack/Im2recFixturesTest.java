// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code recordio pack} makes of images what im2rec.py of MXNet 1.9.1 made of them. */
class Im2recFixturesTest {
  private static final Path ROOT = root();
  private static final Path CASES = ROOT.resolve("im2rec");
  private static final Set<String> EQUAL = Set.of("crop_png", "asis_png", "inter0_png");

  @TempDir Path temp;

  private static Path root() {
    try {
      return Path.of(Im2recFixturesTest.class.getResource("/fixtures/images").toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * A case of the manifest.
   *
   * @param args the options of pack
   */
  record Case(String name, String list, int records, List<String> args) {
    private static Case of(JsonNode node) {
      var args = new ArrayList<String>();
      node.get("args").forEach(arg -> args.add(arg.asText()));
      return new Case(
          node.get("name").asText(), node.get("list").asText(), node.get("records").asInt(), args);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Case> cases() throws IOException {
    JsonNode manifest = new ObjectMapper().readTree(CASES.resolve("manifest.json").toFile());
    return StreamSupport.stream(manifest.get("cases").spliterator(), false).map(Case::of);
  }

  private Path pack(Case which) {
    Path out = temp.resolve("out");
    var args = new ArrayList<String>(List.of("pack", "--shards", "1", "-D"));
    args.addAll(List.of("recordio.image.codec=jdk", "--list", CASES.resolve(which.list) + ""));
    args.addAll(List.of("--root", ROOT.toString()));
    args.addAll(which.args);
    args.add(out.toString());
    Recordio run = Recordio.run(LocalJobs.conf(temp), args.toArray(String[]::new));
    assertEquals(0, run.code(), run.err());
    assertTrue(run.err().contains("images made    " + which.records + "\n"), run.err());
    assertTrue(run.err().contains("  codec          JDK "), run.err());
    return out;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void imagesAreThoseOfIm2rec(Case which, TestReporter reporter) throws IOException {
    Path out = pack(which);
    List<byte[]> expected = payloads(CASES.resolve(which.name + ".rec"));
    List<byte[]> actual = payloads(out.resolve("part-00000.rec"));
    assertEquals(which.records, actual.size());
    assertEquals(keys(CASES.resolve(which.name + ".idx")), keys(out.resolve("part-00000.idx")));

    Difference difference = Difference.NONE;
    int sameBytes = 0;
    for (int i = 0; i < which.records; i++) {
      assertEquals(header(expected.get(i)), header(actual.get(i)), "id and labels of record " + i);
      byte[] theirs = image(expected.get(i));
      byte[] ours = image(actual.get(i));
      if (theirs[0] == (byte) 0xff) {
        assertEquals(JpegShape.of(theirs), JpegShape.of(ours));
      } else {
        assertEquals('P', ours[1]);
      }
      difference = difference.and(theirs, ours);
      sameBytes += Arrays.equals(theirs, ours) ? 1 : 0;
    }
    reporter.publishEntry(which.name, difference + ", files with the same bytes " + sameBytes);
    assertTolerance(which, difference);
  }

  private static void assertTolerance(Case which, Difference difference) {
    boolean low = which.name.equals("low");
    int max = which.name.endsWith("_png") ? (EQUAL.contains(which.name) ? 0 : 1) : low ? 64 : 16;
    double mean = which.name.endsWith("_png") ? max : low ? 0.4 : 0.1;
    assertTrue(difference.max() <= max, difference.toString());
    assertTrue(difference.worstMean() <= mean, difference.toString());
  }

  private static List<byte[]> payloads(Path records) throws IOException {
    return Rec.payloads(Files.readAllBytes(records));
  }

  private static List<String> keys(Path index) throws IOException {
    return Files.readAllLines(index).stream().map(line -> line.split("\t")[0]).toList();
  }

  private static String header(byte[] payload) {
    return HexFormat.of().formatHex(payload, 0, ImageRecordHeader.FIXED_BYTES);
  }

  private static byte[] image(byte[] payload) {
    return Arrays.copyOfRange(payload, ImageRecordHeader.FIXED_BYTES, payload.length);
  }
}
