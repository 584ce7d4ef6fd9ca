// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import org.apache.hive.jdbc.HiveStatement;

/** A session of a HiveServer2 over JDBC, in a process that can reach the server. */
final class JdbcSession {
  /** The separator between the results of statements. */
  static final String NEXT = "----";

  private JdbcSession() {}

  /**
   * Runs the session.
   *
   * @param args the server's address for JDBC; a file of statements, one per line; a file for the
   *     output of each: rows, or the error
   */
  public static void main(String[] args) throws Exception {
    var out = new ArrayList<String>();
    try (Connection hive = DriverManager.getConnection(args[0], "test", "");
        Statement statement = hive.createStatement()) {
      for (String line : Files.readAllLines(Path.of(args[1]))) {
        try {
          if (statement.execute(line)) {
            try (ResultSet rows = statement.getResultSet()) {
              while (rows.next()) {
                out.add(row(rows));
              }
            }
          }
        } catch (SQLException e) {
          out.add("failed: " + e.getMessage());
          out.addAll(((HiveStatement) statement).getQueryLog());
        }
        out.add(NEXT);
      }
    }
    Files.write(Path.of(args[2]), out, StandardCharsets.UTF_8);
  }

  private static String row(ResultSet rows) throws SQLException {
    var row = new StringBuilder(rows.getString(1));
    for (int i = 2; i <= rows.getMetaData().getColumnCount(); i++) {
      row.append('\t').append(rows.getString(i));
    }
    return row.toString();
  }
}
