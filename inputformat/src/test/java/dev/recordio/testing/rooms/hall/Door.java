// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing.rooms.hall;

import dev.recordio.testing.rooms.cellar.Stairs;

/** Knows a class below that knows it. */
public final class Door {
  Stairs down;
}
