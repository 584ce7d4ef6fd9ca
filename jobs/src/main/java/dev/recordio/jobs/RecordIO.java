// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs;

/** Entry point. */
public final class RecordIO {
  private RecordIO() {}

  public static void main(String[] args) {}
}
