// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.xgboost.ModelFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrainOptionsTest {
  @Test
  void optionsBecomeSettings() {
    TrainOptions options =
        TrainOptions.parse(
            "in",
            "--workers",
            "4",
            "--rounds",
            "7",
            "--param",
            "eta=0.1",
            "--param",
            "a=b=c",
            "--columns",
            "as-is",
            "--external-memory",
            "--model",
            "json",
            "--timeout",
            "9",
            "--format",
            "csv",
            "--tracker-host",
            "10.0.0.1",
            "out");
    TrainSettings settings =
        new TrainSettings(
            4, 7, Map.of("eta", "0.1", "a", "b=c"), false, null, ModelFormat.JSON, true, 0, 9);
    assertEquals(new TrainOptions("in", "out", "csv", "10.0.0.1", settings), options);
    assertEquals(settings, TrainSettings.ofJson(settings.toJson()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "in | expected INPUT and OUTPUT, found [in]",
        "in out --workers | --workers needs a value",
        "in out --workers x | --workers must be a whole number, not x",
        "in out --workers 0 | workers must be at least 1, not 0",
        "in out --worker 2 | unknown option --worker",
        "in out --param eta | --param must be NAME=VALUE, not eta",
        "in out --model xml | --model must be ubj or json, not xml",
      })
  void wrongUseNamesTheOption(String line, String message) {
    assertEquals(
        message,
        assertThrows(InvalidSettingException.class, () -> TrainOptions.parse(line.split(" ")))
            .getMessage());
  }
}
