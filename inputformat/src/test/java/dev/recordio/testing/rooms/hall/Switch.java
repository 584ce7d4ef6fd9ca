// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing.rooms.hall;

import dev.recordio.testing.rooms.cellar.Fuse;

/** Knows only the room below. */
public final class Switch {
  Fuse[] fuses;
}
