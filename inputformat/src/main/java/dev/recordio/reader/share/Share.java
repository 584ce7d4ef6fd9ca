// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.share;

public final class Share {
  public static final Share WHOLE = new Share(0, 1);
  private final int worker;
  private final int workers;

  private Share(int worker, int workers) {
    this.worker = worker;
    this.workers = workers;
  }

  public static Share of(int worker, int workers) {
    return new Share(worker, workers);
  }

  public final class Turn {
    public long at(long k) {
      return worker + k * workers;
    }
  }

  public Turn turn(long epoch) {
    return new Turn();
  }

  public boolean isAll(long epoch) {
    return workers == 1;
  }

  public boolean isFresh(long epoch) {
    return true;
  }

  public int worker() {
    return worker;
  }

  public int workers() {
    return workers;
  }

  public Remainder remainder() {
    return new Remainder();
  }
}
