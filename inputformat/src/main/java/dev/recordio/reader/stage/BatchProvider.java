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

/** {@code batch(n,tail=...)}: consecutive items together. */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public final class BatchProvider implements StageProvider {
  @Override
  public StageSyntax syntax() {
    return StageSyntax.of("batch", "consecutive items together")
        .required("n", SettingType.whole(1, 1 << 30), "how many items")
        .optional(
            "tail",
            SettingType.oneOf("emit", "drop", "pad", "wrap"),
            "emit",
            "what becomes of the last ones of an epoch, if they are fewer");
  }

  @Override
  public Stage<?> add(ReaderContext context, Stage<?> upstream, StageArguments arguments) {
    return new BatchStage<>(upstream, arguments.getInt("n"), arguments.getEnum("tail", Tail.class));
  }
}
