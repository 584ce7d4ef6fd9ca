// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import static dev.recordio.conf.SettingType.oneOf;
import static dev.recordio.conf.SettingType.text;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.reader.Source;
import dev.recordio.reader.SourceProvider.ReaderContext;
import dev.recordio.reader.Stage;
import dev.recordio.reader.StageProvider;
import dev.recordio.reader.share.InputPart;
import dev.recordio.reader.share.InputPart.Rule;
import dev.recordio.reader.spec.StageArguments;
import dev.recordio.reader.spec.StageSyntax;
import java.util.List;

/** {@code part(K/N,rule=equal)}: the consecutive records of an input that are all of each epoch. */
public final class PartProvider implements StageProvider {
  @Override
  public List<StageSyntax> syntaxes() {
    return List.of(
        StageSyntax.of("part", "consecutive records of the input, which orders then permute")
            .required(
                "part",
                text("K/N, such as 0/4, K below N", part -> InputPart.parse(part, Rule.EQUAL)),
                "which of how many parts")
            .optional(
                "rule",
                oneOf("equal", "count", "bytes"),
                "equal",
                "as many records, or one more; or cut as dmlc-core does with an index, or without"));
  }

  @Override
  public Stage<?> add(ReaderContext context, Stage<?> upstream, StageArguments arguments) {
    if (!(upstream instanceof Source<?> source)) {
      throw new InvalidSettingException(
          arguments.normal() + " must come first after the input: it is after " + upstream);
    }
    Rule rule = arguments.getEnum("rule", Rule.class);
    source.part(InputPart.parse(arguments.getText("part"), rule));
    return source;
  }
}
