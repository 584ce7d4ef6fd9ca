// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.train;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.xgboost.ModelFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * What to train.
 *
 * @param workers how many tasks train together
 * @param rounds how many rounds of boosting
 * @param params XGBoost's parameters, by its names
 * @param compact whether only columns that occur become XGBoost's columns
 * @param columnsFile a file of columns to take instead ({@link dev.recordio.fs.row.ColumnFile});
 *     null to find them in the input
 * @param format of the model
 * @param externalMemory whether rows and bins are on the local disk, for more than fit into memory
 * @param earlyStopping after how many rounds without a better metric on the rows for validation the
 *     training ends; 0 to train all rounds
 * @param timeoutSeconds how long workers wait for each other, at the start and in each step
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public record TrainSettings(
    int workers,
    int rounds,
    Map<String, String> params,
    boolean compact,
    String columnsFile,
    ModelFormat format,
    boolean externalMemory,
    int earlyStopping,
    int timeoutSeconds) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Checks the settings.
   *
   * @throws InvalidSettingException when one of them is invalid
   */
  public TrainSettings {
    require(workers >= 1, "workers", workers);
    require(rounds >= 1, "rounds", rounds);
    require(timeoutSeconds >= 1, "timeout", timeoutSeconds);
    if (earlyStopping < 0) {
      throw new InvalidSettingException("early stopping must be at least 0, not " + earlyStopping);
    }
    if (columnsFile != null && !compact) {
      throw new InvalidSettingException("a file of columns goes with compact columns only");
    }
    params = new TreeMap<>(params);
  }

  private static void require(boolean valid, String what, int value) {
    if (!valid) {
      throw new InvalidSettingException(what + " must be at least 1, not " + value);
    }
  }

  /**
   * Returns settings for one worker: 10 rounds, columns that occur, and a timeout of five minutes.
   */
  public static TrainSettings of(Map<String, String> params) {
    return new TrainSettings(1, 10, params, true, null, ModelFormat.UBJ, false, 0, 300);
  }

  /** Returns the same settings for another number of workers. */
  public TrainSettings withWorkers(int number) {
    return with(copy -> copy.workers = number);
  }

  /** Returns the same settings for another number of rounds. */
  public TrainSettings withRounds(int number) {
    return with(copy -> copy.rounds = number);
  }

  /** Returns the same settings for columns as they are. */
  public TrainSettings withColumnsAsIs() {
    return with(
        copy -> {
          copy.compact = false;
          copy.columnsFile = null;
        });
  }

  /** Returns the same settings for the columns of a file. */
  public TrainSettings withColumnsOf(String file) {
    return with(
        copy -> {
          copy.compact = true;
          copy.columnsFile = file;
        });
  }

  /** Returns the same settings for another format of the model. */
  public TrainSettings withFormat(ModelFormat other) {
    return with(copy -> copy.format = other);
  }

  /** Returns the same settings for rows on the local disk. */
  public TrainSettings withExternalMemory() {
    return with(copy -> copy.externalMemory = true);
  }

  /** Returns the same settings for a training that ends after rounds without a better metric. */
  public TrainSettings withEarlyStopping(int afterRounds) {
    return with(copy -> copy.earlyStopping = afterRounds);
  }

  /** Returns the same settings for another timeout. */
  public TrainSettings withTimeoutSeconds(int seconds) {
    return with(copy -> copy.timeoutSeconds = seconds);
  }

  /** Returns the same settings with a parameter, unless it is there. */
  public TrainSettings withDefault(String param, String value) {
    var all = new TreeMap<>(params);
    all.putIfAbsent(param, value);
    return with(copy -> copy.params = all);
  }

  /** All settings, to change some. */
  private static final class Copy {
    private int workers;
    private int rounds;
    private Map<String, String> params;
    private boolean compact;
    private String columnsFile;
    private ModelFormat format;
    private boolean externalMemory;
    private int earlyStopping;
    private int timeoutSeconds;
  }

  private TrainSettings with(Consumer<Copy> change) {
    var copy = new Copy();
    copy.workers = workers;
    copy.rounds = rounds;
    copy.params = params;
    copy.compact = compact;
    copy.columnsFile = columnsFile;
    copy.format = format;
    copy.externalMemory = externalMemory;
    copy.earlyStopping = earlyStopping;
    copy.timeoutSeconds = timeoutSeconds;
    change.accept(copy);
    return new TrainSettings(
        copy.workers,
        copy.rounds,
        copy.params,
        copy.compact,
        copy.columnsFile,
        copy.format,
        copy.externalMemory,
        copy.earlyStopping,
        copy.timeoutSeconds);
  }

  /** Returns a parameter that is a whole number. */
  int number(String param, int otherwise) {
    String value = params.getOrDefault(param, Integer.toString(otherwise));
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new InvalidSettingException(param + " must be a whole number, not " + value);
    }
  }

  /** Returns the settings as JSON. */
  @InterfaceAudience.Private
  public String toJson() {
    try {
      return JSON.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns settings from {@link #toJson}. */
  @InterfaceAudience.Private
  public static TrainSettings ofJson(String json) {
    try {
      return JSON.readValue(json, TrainSettings.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no settings of a training: " + json, e);
    }
  }
}
