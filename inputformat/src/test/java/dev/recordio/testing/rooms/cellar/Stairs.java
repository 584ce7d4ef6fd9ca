// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing.rooms.cellar;

import dev.recordio.testing.rooms.hall.Door;

/** Knows a class above that knows it. */
public final class Stairs {
  Door top;
}
