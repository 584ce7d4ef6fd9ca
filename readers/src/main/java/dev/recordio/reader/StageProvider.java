// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import dev.recordio.reader.SourceProvider.ReaderContext;
import dev.recordio.reader.spec.StageArguments;
import dev.recordio.reader.spec.StageSyntax;
import java.io.IOException;

/** A stage that texts of pipelines can name. Declared in {@code META-INF/services}. */
public interface StageProvider {
  /** Returns how it is written. */
  StageSyntax syntax();

  /**
   * Adds the stage.
   *
   * @param upstream the stages before it
   * @return the stage; {@code upstream}, if it is a setting of that
   * @throws dev.recordio.conf.InvalidSettingException when it can't follow these stages
   */
  Stage<?> add(ReaderContext context, Stage<?> upstream, StageArguments arguments)
      throws IOException;
}
