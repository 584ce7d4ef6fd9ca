// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli.result;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The same rows as lines and as JSON. */
class ResultTableTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, false, UTF_8);

  private String printed() {
    out.flush();
    return bytes.toString(UTF_8);
  }

  private static void fill(ResultTable table) {
    table.text("").number(-7).digits("18446744073709551615").texts(List.of()).end();
    table.text("-").number(0).digits("nan").texts(List.of("a", "b")).end();
    table.text("1\t\n\"2").number(3).digits(null).numbers(List.of("1e-05", "-inf")).end();
    table.text(null).numbers(List.of()).end();
  }

  @Test
  void linesHaveTabsBetweenCellsAndNoneWithinThem() {
    var table = new ResultTable(out::write);
    fill(table);
    table.finish(Map.of("rows", 4), List.of("a note"));
    assertEquals(
        """
        \t-7\t18446744073709551615\t-
        -\t0\tnan\ta,b
        1\\t\\n"2\t3\t-\t1e-05,-inf
        -\t-
        """,
        printed());
  }

  @Test
  void cellsHaveTheirTypesInJson() throws IOException {
    var table = Json.table(new ResultTable.Columns("rows", "text", "number", "id", "list"), out);
    fill(table);
    table.finish(Map.of("rows", 4), List.of("a note"));
    table.finish(Map.of(), List.of());
    assertEquals(
        """
        {"rows":[
        {"text":"","number":-7,"id":18446744073709551615,"list":[]}
        ,{"text":"-","number":0,"id":"nan","list":["a","b"]}
        ,{"text":"1\\t\\n\\"2","number":3,"id":null,"list":[1e-05,"-inf"]}
        ,{"text":null,"number":[]}],"totals":{"rows":4},"notes":["a note"]}
        """,
        printed());
  }
}
