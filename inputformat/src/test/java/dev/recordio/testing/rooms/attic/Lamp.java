// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing.rooms.attic;

import dev.recordio.testing.rooms.hall.Switch;

/** Knows only the room below. */
public final class Lamp {
  Switch wall;
}
