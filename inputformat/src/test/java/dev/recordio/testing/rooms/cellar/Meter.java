// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing.rooms.cellar;

import dev.recordio.testing.rooms.attic.Lamp;

/** Knows the highest room; no class of that knows it. */
public final class Meter {
  Lamp lamp;
}
