// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import java.util.Set;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** LibFM text, as dmlc-core calls it; the tool that reads it is LIBFFM. */
@InterfaceAudience.Private
@InterfaceStability.Evolving
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
