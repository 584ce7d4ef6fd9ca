// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The fixtures' files, and the records that libdmlc found in them, from the class path. */
public final class ExpectedRecords {
  /** Fixtures of single files, by name without suffix, the smallest first. */
  public static final List<String> NAMES =
      List.of(
          "tiny",
          "empty-records",
          "multi/part-1",
          "multi/part-2",
          "multi/part-0",
          "indexed",
          "magic",
          "mixed",
          "plain");

  private ExpectedRecords() {}

  /** Returns the bytes of a file under {@code fixtures/recordio}. */
  public static byte[] bytes(String file) {
    try (InputStream in = ExpectedRecords.class.getResourceAsStream("/fixtures/recordio/" + file)) {
      if (in == null) {
        throw new IllegalArgumentException("no such fixture: " + file);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the rows of a table, without its line of names. */
  static List<String[]> rows(String file) {
    return new String(bytes(file), StandardCharsets.UTF_8)
        .lines()
        .skip(1)
        .map(line -> line.split("\t"))
        .toList();
  }

  /** Returns the records of fixture {@code name}, which is given without suffix. */
  public static List<ReadRecord> of(String name) {
    String file = name.substring(name.lastIndexOf('/') + 1) + ".rec";
    return rows(name + ".tsv").stream()
        .map(row -> new ReadRecord(file, Long.parseLong(row[1]), Long.parseLong(row[2]), row[5]))
        .toList();
  }

  /** Returns the number of parts of each record of fixture {@code name}. */
  public static List<Integer> partCounts(String name) {
    return rows(name + ".tsv").stream().map(row -> Integer.valueOf(row[3])).toList();
  }
}
