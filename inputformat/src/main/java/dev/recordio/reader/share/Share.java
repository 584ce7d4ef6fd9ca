// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.share;

public final class Share {
  public static final Share WHOLE = of(0, 1);
  private final int worker;
  private final int workers;
  private final Progress read; // what an earlier run has read; or null
  private final Remainder remainder;

  Share(int worker, int workers, Progress read, Remainder remainder) {
    this.worker = worker;
    this.workers = workers;
    this.read = read;
    this.remainder = remainder;
  }

  public static Share of(int worker, int workers) {
    return new Share(worker, workers, null, new Remainder());
  }

  public final class Turn {
    private final long from;

    private Turn(long epoch) {
      from =
          read == null || epoch > read.epoch()
              ? 0
              : epoch == read.epoch() ? read.count() : -(1L << 62);
    }

    public long at(long k) {
      return from + worker + k * workers;
    }
  }

  public Turn turn(long epoch) {
    return new Turn(epoch);
  }

  public boolean isAll(long epoch) {
    return workers == 1 && isFresh(epoch);
  }

  public boolean isFresh(long epoch) {
    return read == null || epoch > read.epoch() || epoch == read.epoch() && read.count() == 0;
  }

  public int worker() {
    return worker;
  }

  public int workers() {
    return workers;
  }

  public Remainder remainder() {
    return remainder;
  }
}
