// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import java.util.Set;

/** LibFM text, as dmlc-core calls it; the tool that reads it is LIBFFM. */
public final class LibFmFormat implements TextFormat {
  @Override
  public String name() {
    return "libfm";
  }

  @Override
  public String description() {
    return "label[:weight] field:index[:value] ...";
  }

  @Override
  public Set<String> arguments() {
    return Set.of(Labels.NAME, LibFmParser.FIELD_BASE);
  }

  @Override
  public LineParser parser(TextOptions options) {
    return TextFormats.libFm(options);
  }
}
