// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.train;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.xgboost.ModelFormat;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * The options of a command line that trains.
 *
 * @param input a folder of csr's npz shards, or a list of files of rows
 * @param output the folder to make
 * @param rowFormat {@code libsvm.format}; null to leave that as it is
 * @param trackerHost the address where workers meet; null for the engine's choice
 * @param settings all others
 */
public record TrainOptions(
    String input, String output, String rowFormat, String trackerHost, TrainSettings settings) {
  /** What can be typed. */
  public static final String USAGE =
      """
      INPUT OUTPUT [options]

      Trains an XGBoost model on sparse rows, without a dense row.

        INPUT                a folder that csr has written (npz), or files, folders and globs of rows
        OUTPUT               the folder to make: the model, and columns.npy if columns are compact
        --workers N          tasks that train together, all at the same time (default 1)
        --rounds N           rounds of boosting (default 10)
        --param NAME=VALUE   a parameter of XGBoost's; again for each
        --format NAME        of rows that are not shards: libsvm (default), libfm, csv, rowblock, sagemaker
        --columns compact|as-is|FILE
                             compact (default): only columns that occur become XGBoost's columns;
                             as-is: all up to the largest; FILE: the columns of an earlier columns.npy
        --external-memory    rows and bins on the local disk, for more than fit into memory
        --model ubj|json     how the model is written (default ubj)
        --tracker-host HOST  the address where the workers meet
        --timeout SECONDS    how long workers wait for each other (default 300)
      """;

  /**
   * Reads a command line.
   *
   * @throws InvalidSettingException when it is invalid; the message names the option
   */
  public static TrainOptions parse(String... args) {
    return new Parser(args).parse();
  }

  private static final class Parser {
    private final Deque<String> left;
    private final Deque<String> places = new ArrayDeque<>();
    private final TreeMap<String, String> params = new TreeMap<>();
    private String rowFormat;
    private String trackerHost;
    private TrainSettings settings;

    Parser(String... args) {
      left = new ArrayDeque<>(List.of(args));
      settings = TrainSettings.of(params);
    }

    TrainOptions parse() {
      while (!left.isEmpty()) {
        String word = left.pop();
        if (word.equals("--external-memory")) {
          settings = settings.withExternalMemory();
        } else if (word.startsWith("--")) {
          option(word, value(word));
        } else {
          places.add(word);
        }
      }
      if (places.size() != 2) {
        throw new InvalidSettingException(
            "expected INPUT and OUTPUT, found " + (places.isEmpty() ? "neither" : places));
      }
      params.forEach((name, value) -> settings = settings.withDefault(name, value));
      return new TrainOptions(
          places.removeFirst(), places.removeFirst(), rowFormat, trackerHost, settings);
    }

    private String value(String option) {
      if (left.isEmpty()) {
        throw new InvalidSettingException(option + " needs a value");
      }
      return left.pop();
    }

    private void option(String option, String value) {
      switch (option) {
        case "--workers" -> settings = settings.withWorkers(number(option, value));
        case "--rounds" -> settings = settings.withRounds(number(option, value));
        case "--timeout" -> settings = settings.withTimeoutSeconds(number(option, value));
        case "--param" -> param(value);
        case "--format" -> rowFormat = value;
        case "--tracker-host" -> trackerHost = value;
        case "--model" -> settings = settings.withFormat(model(value));
        case "--columns" -> settings = columns(value);
        default -> throw new InvalidSettingException("unknown option " + option);
      }
    }

    private TrainSettings columns(String value) {
      return switch (value) {
        case "compact" -> settings;
        case "as-is" -> settings.withColumnsAsIs();
        default -> settings.withColumnsOf(value);
      };
    }

    private void param(String value) {
      int equals = value.indexOf('=');
      if (equals < 1) {
        throw new InvalidSettingException("--param must be NAME=VALUE, not " + value);
      }
      params.put(value.substring(0, equals), value.substring(equals + 1));
    }

    private static ModelFormat model(String value) {
      for (ModelFormat format : ModelFormat.values()) {
        if (format.toString().equals(value.toLowerCase(Locale.ROOT))) {
          return format;
        }
      }
      throw new InvalidSettingException("--model must be ubj or json, not " + value);
    }

    private static int number(String option, String value) {
      try {
        return Integer.parseInt(value);
      } catch (NumberFormatException e) {
        throw new InvalidSettingException(option + " must be a whole number, not " + value);
      }
    }
  }

  /** Returns what a training was, as lines for people. */
  public static String summary(TrainReport report, String output, double seconds) {
    String peak =
        report.peakBytes() < 0
            ? "unknown"
            : String.format(Locale.ROOT, "%,d MB", report.peakBytes() / 1_000_000);
    return String.format(
        Locale.ROOT,
        "  rows        %,d%n  entries     %,d%n  columns     %,d%n  workers     %d%n"
            + "  rounds      %d%n  peak memory %s (of one worker)%n  seconds     %.2f%n"
            + "  output      %s%n",
        report.rows(),
        report.entries(),
        report.columns(),
        report.workers(),
        report.rounds(),
        peak,
        seconds,
        output);
  }
}
