// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.conf.SettingType;
import dev.recordio.reader.ReaderContext;
import dev.recordio.reader.Stage;
import dev.recordio.reader.StageProvider;
import dev.recordio.reader.spec.StageArguments;
import dev.recordio.reader.spec.StageSyntax;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** {@code repeat(n)}: several epochs, one after the other. */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public final class RepeatProvider implements StageProvider {
  @Override
  public StageSyntax syntax() {
    return StageSyntax.of("repeat", "several epochs, one after the other")
        .optional("n", SettingType.wholeOrInf(1), "inf", "how many epochs");
  }

  @Override
  public Stage<?> add(ReaderContext context, Stage<?> upstream, StageArguments arguments) {
    return new RepeatStage<>(upstream, arguments.getLong("n"));
  }
}
