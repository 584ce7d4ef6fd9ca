// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.share;

import java.util.List;

public final class Remainder {
  public static Remainder parse(String text) {
    return new Remainder();
  }

  public String toText() {
    return "";
  }

  public Remainder after(List<Progress> progress) {
    throw new UnsupportedOperationException();
  }

  public Share share(int worker, int workers) {
    return Share.of(worker, workers);
  }
}
