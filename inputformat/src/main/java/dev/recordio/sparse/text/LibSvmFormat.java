// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import java.util.Set;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** LibSVM text. */
@InterfaceAudience.Private
@InterfaceStability.Evolving
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
    return Set.of(Labels.NAME);
  }

  @Override
  public LineParser parser(TextOptions options) {
    return TextFormats.libSvm(options);
  }
}
