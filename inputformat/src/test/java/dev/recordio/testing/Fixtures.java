// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * The reference files of {@code fixtures/recordio}, which libdmlc wrote and read back, and the
 * tables that list what is in them. Names are relative to that folder, with {@code /}.
 */
public final class Fixtures {
  /** The sound files; each has a {@code .tsv} and a {@code .parts.tsv} table. */
  public static final List<String> FILES =
      List.of(
          "plain.rec",
          "magic.rec",
          "empty-records.rec",
          "mixed.rec",
          "tiny.rec",
          "indexed.rec",
          "multi/part-0.rec",
          "multi/part-1.rec",
          "multi/part-2.rec");

  /** The broken files; each has a {@code .txt} that describes how libdmlc read it. */
  public static final List<String> DAMAGED =
      List.of(
          "damaged/cut-between-parts.rec",
          "damaged/cut-in-header.rec",
          "damaged/cut-in-payload.rec",
          "damaged/leading-garbage.rec",
          "damaged/not-multiple-of-4.rec",
          "damaged/starts-mid-record.rec");

  private Fixtures() {}

  /**
   * A line of a {@code .tsv} table: a record.
   *
   * @param ordinal counts from 0
   * @param offset of the record's first header, in bytes
   * @param length of the payload, in bytes
   * @param parts {@code cflag:length} of each part, joined by commas
   * @param sha256 of the payload, in hex
   */
  public record Row(int ordinal, long offset, int length, String parts, String sha256) {}

  /**
   * A line of a {@code .parts.tsv} table: the records of part {@code part} of {@code nparts}.
   *
   * @param first ordinal of the first record; -1 when the part is empty
   * @param last ordinal of the last record; -1 when the part is empty
   */
  public record PartRow(int nparts, int part, int first, int last, int count) {}

  /** Returns the bytes of a file of {@code /fixtures/recordio}, or of a resource by its path. */
  public static byte[] bytes(String name) {
    String resource = name.startsWith("/") ? name : "/fixtures/recordio/" + name;
    try (InputStream in = Fixtures.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalArgumentException("no fixture " + name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the lines of a text file. */
  public static List<String> lines(String name) {
    return new String(bytes(name), StandardCharsets.UTF_8).lines().toList();
  }

  /** Copies a file into a folder and returns the copy, which has the name without its folder. */
  public static Path copy(String name, Path folder) throws IOException {
    return Files.write(folder.resolve(name.substring(name.lastIndexOf('/') + 1)), bytes(name));
  }

  /** Returns the table of the records of {@code X.rec}, read from {@code X.tsv}. */
  public static List<Row> records(String rec) {
    return cells(rec, ".tsv").stream()
        .map(
            c ->
                new Row(
                    Integer.parseInt(c[0]),
                    Long.parseLong(c[1]),
                    Integer.parseInt(c[2]),
                    c[4],
                    c[5]))
        .toList();
  }

  /**
   * Returns the table {@code X.parts.tsv}: which records each part holds, for several numbers of
   * parts.
   *
   * @param name {@code X.rec} or just {@code X}
   */
  public static List<PartRow> parts(String name) {
    return cells(name, ".parts.tsv").stream()
        .map(
            c ->
                new PartRow(
                    Integer.parseInt(c[0]),
                    Integer.parseInt(c[1]),
                    ordinal(c[2]),
                    ordinal(c[3]),
                    Integer.parseInt(c[4])))
        .toList();
  }

  private static int ordinal(String cell) {
    return cell.equals("-") ? -1 : Integer.parseInt(cell);
  }

  private static List<String[]> cells(String name, String extension) {
    String stem = name.endsWith(".rec") ? name.substring(0, name.length() - 4) : name;
    return lines(stem + extension).stream().skip(1).map(line -> line.split("\t")).toList();
  }

  /** Returns the SHA-256 of {@code bytes[from .. from + length)} in hex. */
  public static String sha256(byte[] bytes, int from, int length) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes, from, length);
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
