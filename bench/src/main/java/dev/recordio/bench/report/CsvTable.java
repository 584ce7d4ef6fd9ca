// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.report;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVPrinter;

/**
 * Rows as a CSV file (RFC 4180 with LF, UTF-8): a line of the names of the columns, a line a row.
 */
public final class CsvTable {
  private static final CSVFormat FORMAT =
      CSVFormat.RFC4180
          .builder()
          .setRecordSeparator('\n')
          .setHeader(Row.COLUMNS.toArray(String[]::new))
          .build();

  private CsvTable() {}

  /** Returns the text of the file. */
  public static String of(List<Row> rows) {
    var text = new StringWriter();
    try (var printer = new CSVPrinter(text, FORMAT)) {
      for (Row row : rows) {
        printer.printRecord(row.cells());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringWriter throws none
    }
    return text.toString();
  }

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read, or a row does not have a cell for each column
   */
  public static List<Row> read(Path file) throws IOException {
    try (var reader = Files.newBufferedReader(file);
        CSVParser parser = FORMAT.builder().setSkipHeaderRecord(true).build().parse(reader)) {
      return parser.stream().map(record -> new Row(record.toList())).toList();
    } catch (IllegalArgumentException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }
}
