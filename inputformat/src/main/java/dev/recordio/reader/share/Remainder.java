// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.share;

import java.util.List;

public final class Remainder {
  private static final String ALL = "all";

  private final List<Progress> progress;

  public Remainder() {
    this(List.of());
  }

  private Remainder(List<Progress> progress) {
    this.progress = progress;
  }

  public static Remainder parse(String text) {
    if (text.equals(ALL)) {
      return new Remainder();
    }
    String[] parts = text.split(":");
    return new Remainder(
        List.of(new Progress(0, 1, Long.parseLong(parts[0]), Long.parseLong(parts[1]))));
  }

  public String toText() {
    return progress.isEmpty() ? ALL : progress.get(0).epoch() + ":" + progress.get(0).count();
  }

  public Remainder after(List<Progress> more) {
    if (more.size() > 1) {
      return new Remainder(more);
    }
    Progress one = more.get(0);
    boolean all = one.count() == Long.MAX_VALUE;
    long epoch = one.epoch() + (all ? 1 : 0);
    long count = all ? 0 : one.count();
    if (!progress.isEmpty() && progress.get(0).epoch() > epoch) {
      return this;
    }
    boolean same = !progress.isEmpty() && progress.get(0).epoch() == epoch;
    return new Remainder(
        List.of(new Progress(0, 1, epoch, count + (same ? progress.get(0).count() : 0))));
  }

  public Share share(int worker, int workers) {
    if (progress.isEmpty()) {
      return Share.of(worker, workers);
    }
    if (progress.size() > 1 || workers > 1) {
      throw new UnsupportedOperationException();
    }
    return new Share(0, 1, progress.get(0), this);
  }
}
