// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import dev.recordio.reader.SourceProvider.ReaderContext;
import dev.recordio.reader.spec.StageArguments;
import dev.recordio.reader.spec.StageSyntax;
import java.io.IOException;
import java.util.List;

/** Stages that texts of pipelines can name. Declared in {@code META-INF/services}. */
public interface StageProvider {
  /** Returns how the stages are written. */
  List<StageSyntax> syntaxes();

  /**
   * Adds a stage.
   *
   * @param upstream the stages before it
   * @param arguments of one of the syntaxes
   * @return the stage; {@code upstream}, if it is a setting of that
   * @throws dev.recordio.conf.InvalidSettingException when it can't follow these stages
   */
  Stage<?> add(ReaderContext context, Stage<?> upstream, StageArguments arguments)
      throws IOException;
}
