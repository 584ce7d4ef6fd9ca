// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import java.util.Set;

/** LibSVM text. */
public final class LibSvmFormat implements TextFormat {
  @Override
  public String name() {
    return "libsvm";
  }

  @Override
  public String description() {
    return "label[:weight] [qid:id] index[:value] ...";
  }

  @Override
  public Set<String> arguments() {
    return Set.of(Labels.NAME, LabelIds.COLUMNS);
  }

  @Override
  public LineParser parser(TextOptions options) {
    return TextFormats.libSvm(options);
  }
}
