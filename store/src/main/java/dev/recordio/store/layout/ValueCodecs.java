// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.layout;

import dev.recordio.bytes.Services;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.store.schema.FieldCodec;
import java.util.ArrayList;
import java.util.List;

/** The codecs of values that are on the class path. */
public final class ValueCodecs {
  private ValueCodecs() {}

  /**
   * Returns a new codec; null for values that are stored as they are.
   *
   * @throws InvalidSettingException when it is not on the class path
   */
  public static ValueCodec of(FieldCodec kind) {
    if (kind == FieldCodec.RAW) {
      return null;
    }
    if (kind == FieldCodec.DEFLATE) {
      return new DeflateCodec();
    }
    List<ValueCodec.Provider> providers = new ArrayList<>(Services.own(ValueCodec.Provider.class));
    providers.addAll(Services.ofThread(ValueCodec.Provider.class));
    return providers.stream()
        .filter(provider -> provider.kind() == kind)
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidSettingException(
                    "the codec " + kind + " is not on the class path: the jobs jar has it"))
        .create();
  }
}
