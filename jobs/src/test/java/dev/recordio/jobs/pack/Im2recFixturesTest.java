// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.images.codec.ImageCodecs;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code recordio pack} makes of images what im2rec.py of MXNet 1.9.1 made of them. */
@Supports(row = "images resized and encoded while packing, as im2rec", engine = "command line")
class Im2recFixturesTest {
  private static final Path ROOT = root();
  private static final Path CASES = ROOT.resolve("im2rec");

  @TempDir Path temp;

  private static Path root() {
    try {
      String manifest = "/fixtures/images/im2rec/manifest.json";
      Path file = Path.of(Im2recFixturesTest.class.getResource(manifest).toURI());
      return file.getParent().getParent();
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
    assertTolerance(which, difference, out);
  }

  /**
   * Pixels are equal where none are lost; and where JPEGs are made, with the libjpeg-turbo that
   * OpenCV has too, also every byte of the records and of the index. Other libraries may round a
   * coefficient to the other side.
   */
  private void assertTolerance(Case which, Difference difference, Path out) throws IOException {
    boolean png = which.args.contains(".png");
    String codec = ImageCodecs.describe(ImageCodecs.Choice.AUTO);
    boolean exact = png || codec.matches(".*(system libjpeg|libturbojpeg).*");
    boolean low = which.name.equals("low");
    assertTrue(difference.max() <= (exact ? 0 : low ? 64 : 16), difference.toString());
    assertTrue(difference.worstMean() <= (exact ? 0 : low ? 0.4 : 0.1), difference.toString());
    if (exact && !png) {
      for (String suffix : List.of(".rec", ".idx")) {
        assertArrayEquals(
            Files.readAllBytes(CASES.resolve(which.name + suffix)),
            Files.readAllBytes(out.resolve("part-00000" + suffix)),
            suffix);
      }
    }
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
