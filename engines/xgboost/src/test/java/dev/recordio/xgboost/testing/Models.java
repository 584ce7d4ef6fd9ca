// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.jobs.RecordIO;
import dev.recordio.testing.Fixtures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import org.apache.hadoop.conf.Configuration;

/** Input of trainings, and models that XGBoost trains by itself, from text it reads itself. */
public final class Models {
  /** Of two classes. */
  public static final Map<String, String> BINARY =
      new TreeMap<>(
          Map.of(
              "objective", "binary:logistic",
              "tree_method", "hist",
              "max_depth", "3",
              "eta", "0.5",
              "seed", "1",
              "nthread", "1"));

  /** Rounds of all trainings. */
  public static final int ROUNDS = 5;

  private Models() {}

  /** Copies a resource into a folder. */
  public static Path copy(String name, Path folder) throws IOException {
    Class<?> owner = name.startsWith("/fixtures/") ? Fixtures.class : Models.class;
    Path file = folder.resolve(name.substring(name.lastIndexOf('/') + 1));
    try (InputStream in = owner.getResourceAsStream(name)) {
      Files.copy(in, file);
    }
    return file;
  }

  /** Runs csr, which must succeed; returns the folder. */
  public static Path csr(Path input, Path output, String... options) {
    var command = new java.util.ArrayList<String>(java.util.List.of("csr"));
    command.addAll(java.util.List.of(options));
    command.add(input.toString());
    command.add(output.toString());
    var said = new ByteArrayOutputStream();
    var print = new PrintStream(said, true, StandardCharsets.UTF_8);
    int code =
        RecordIO.run(
            new Configuration(),
            InputStream.nullInputStream(),
            print,
            print,
            command.toArray(String[]::new));
    assertEquals(0, code, () -> said.toString(StandardCharsets.UTF_8));
    return output;
  }

  /** Trains on a matrix, alone. */
  public static Booster alone(DMatrix matrix, Map<String, String> params) throws Exception {
    return XGBoost.train(matrix, Map.copyOf(params), ROUNDS, Map.of(), null, null);
  }

  /** Trains on LibSVM text as XGBoost reads it. */
  public static Booster alone(Path text, Map<String, String> params) throws Exception {
    return alone(text(text), params);
  }

  /** Reads LibSVM text as XGBoost does. */
  public static DMatrix text(Path text) throws Exception {
    return new DMatrix(text + "?format=libsvm");
  }
}
