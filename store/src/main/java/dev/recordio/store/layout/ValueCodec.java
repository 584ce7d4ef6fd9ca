// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.layout;

import dev.recordio.bytes.Services;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.store.schema.FieldCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Compresses values, each by itself. Declared in {@code META-INF/services}; used by one thread. */
public interface ValueCodec {
  /** Makes codecs of a kind. */
  interface Provider {
    FieldCodec kind();

    /** Returns a new codec. */
    ValueCodec create();
  }

  /**
   * Compresses a value.
   *
   * @param to has room for {@code room} bytes from {@code at} on
   * @return the bytes written; -1 when there is not enough room
   */
  int compress(byte[] from, int offset, int length, byte[] to, int at, int room) throws IOException;

  /**
   * Decompresses a value.
   *
   * @param plain the bytes that it must have
   * @throws IOException when the bytes are damaged, or give more or fewer
   */
  void decompress(byte[] from, int offset, int length, byte[] to, int at, int plain)
      throws IOException;

  /**
   * Returns a new codec; null for values that are stored as they are.
   *
   * @throws InvalidSettingException when it is not on the class path
   */
  static ValueCodec of(FieldCodec kind) {
    if (kind == FieldCodec.RAW) {
      return null;
    }
    if (kind == FieldCodec.DEFLATE) {
      return new DeflateCodec();
    }
    List<Provider> providers = new ArrayList<>(Services.own(Provider.class));
    providers.addAll(Services.ofThread(Provider.class));
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
