// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.data.RowFile;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Tally;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Python programs that load a LibSVM file into memory, import of their modules included. */
public enum PythonLoad {
  /** XGBoost's DMatrix. */
  XGBOOST("load_xgboost.py", "Python, XGBoost"),
  /** scikit-learn's load_svmlight_file. */
  SKLEARN("load_sklearn.py", "Python, scikit-learn");

  /** The one for which distributions package modules; another may come first on the path. */
  private static final Path SYSTEM = Path.of("/usr/bin/python3");

  private final String script;
  private final String title;

  PythonLoad(String script, String title) {
    this.script = script;
    this.title = title;
  }

  /**
   * Returns the loading of a file.
   *
   * @throws IOException when reading the script fails; when Python or a module is missing, the
   *     subject's run throws it
   */
  public Subject subject(RowFile file) throws IOException {
    var truth = file.truth();
    return new Subject(
        title,
        program(script).work(seen -> new Tally(seen[0], 0, seen[1]), file.local()),
        new Tally(truth.rows(), 0, truth.entries()));
  }

  /**
   * Returns a script of this module as a program.
   *
   * @throws IOException when reading the script fails
   */
  public static Program program(String script) throws IOException {
    return new Program(List.of(python(), "-c", source(script)));
  }

  /**
   * Returns the text of a script of this module.
   *
   * @throws IOException when reading it fails
   */
  public static String source(String script) throws IOException {
    try (var in = PythonLoad.class.getResourceAsStream("/" + script)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Returns the interpreter. */
  static String python() {
    return Files.isExecutable(SYSTEM) ? SYSTEM.toString() : "python3";
  }

  /** Returns the name for the table. */
  @Override
  public String toString() {
    return title;
  }
}
