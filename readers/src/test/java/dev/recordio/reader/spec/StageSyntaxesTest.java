// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.SettingType;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StageSyntaxesTest {
  private static final StageSyntax BATCH =
      StageSyntax.of("batch", "").required("n", SettingType.whole(1), "");
  private static final StageSyntax PLAIN = StageSyntax.of("plain", "");
  private static final StageSyntax EPOCH =
      StageSyntax.of("order", "")
          .kind("kind", "epoch", "")
          .optional("seed", SettingType.whole(0), "0", "");
  private static final StageSyntax WEIGHTED =
      StageSyntax.of("order", "")
          .kind("kind", "weighted", "")
          .required("weights", SettingType.text(), "");
  private static final StageSyntaxes ALL = StageSyntaxes.of(List.of(BATCH, PLAIN, EPOCH, WEIGHTED));

  private static StageArguments read(String stage) {
    StageCall call = PipelineText.parse("/d | " + stage, List.of()).stages().get(0);
    return ALL.find(call).read(call, new Configuration(false));
  }

  @Test
  void theNameDecides() {
    assertSame(BATCH, ALL.find(StageCall.of("Batch")));
    assertSame(PLAIN, ALL.find(StageCall.of("plain")));
    assertEquals(4, ALL.all().size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"order(epoch,seed=7)", "order(EPOCH,7)", "order(seed=7,kind=epoch)"})
  void theFirstWordDecidesAmongKinds(String stage) {
    assertEquals("order(epoch,seed=7)", read(stage).normal().toString());
    assertEquals("order(weighted,/w)", read("order(weighted,weights=/w)").normal().toString());
    assertEquals("order(epoch,seed=0)", EPOCH.usage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "bacth(2) ~ no stage is named 'bacth'; did you mean batch? (column 6",
        "BACTH ~ no stage is named 'bacth'; did you mean batch? (column 6",
        "zip ~ no stage is named 'zip'; there are batch, plain, order (column 6",
        "order(epcoh,seed=7) ~ kind of order is 'epcoh'; it takes one of epoch, weighted; did you"
            + " mean epoch? (column 12",
        "order(seed=7) ~ stage order needs kind: one of epoch, weighted (column 6",
        "order(seed=7,kind=x) ~ kind of order is 'x'; it takes one of epoch, weighted (column 19",
        "order(weighted) ~ stage order needs weights: any text (column 6",
        "order(epoch,sede=7) ~ stage order(epoch) has no parameter 'sede'; did you mean seed?"
            + " (column 18",
        "order(epoch,weights=7) ~ stage order(epoch) has no parameter 'weights'; there are kind,"
            + " seed (column 18",
        "plain(1) ~ too many arguments: stage plain has no parameters (column 12",
        "plain(a=1) ~ stage plain has no parameter 'a' (column 12",
      })
  void errorsHaveTheNearest(String stage, String message) {
    var e = assertThrows(InvalidSettingException.class, () -> read(stage));
    assertEquals(message + " of '/d | " + stage + "')", e.getMessage());
  }

  @Test
  void twoStagesOfOneNameAreKinds() {
    for (StageSyntax other : List.of(StageSyntax.of("batch", ""), BATCH.kind("k", "w", ""))) {
      assertThrows(IllegalStateException.class, () -> StageSyntaxes.of(List.of(BATCH, other)));
    }
    StageSyntax again = StageSyntax.of("order", "").kind("kind", "epoch", "");
    assertThrows(IllegalStateException.class, () -> StageSyntaxes.of(List.of(EPOCH, again)));
  }
}
