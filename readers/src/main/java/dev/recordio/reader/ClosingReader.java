// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import java.io.Closeable;
import java.io.IOException;

/** A stage that closes something else along with those before it. */
final class ClosingReader<T> extends Decorator<T, T> {
  private final Closeable other;

  ClosingReader(Stage<T> upstream, Closeable other) {
    super(upstream);
    this.other = other;
  }

  @Override
  protected boolean advance() throws IOException {
    return upstream.next();
  }

  @Override
  protected T item() {
    return upstream.get();
  }

  @Override
  public Items<T> items() {
    return upstream.items();
  }

  @Override
  protected void end() throws IOException {
    try (Closeable closing = other) {
      super.end();
    }
  }

  @Override
  protected String text() {
    return "";
  }

  @Override
  public String toString() {
    return upstream.toString();
  }

  @Override
  public String identity() {
    return upstream.identity();
  }
}
