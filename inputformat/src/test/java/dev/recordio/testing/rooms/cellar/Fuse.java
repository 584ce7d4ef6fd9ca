// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing.rooms.cellar;

/** Knows no other room. */
public final class Fuse {
  long amperes;
}
