// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.images.codec.Pixels;
import dev.recordio.images.resample.Interpolation;
import java.util.ArrayList;
import java.util.List;

/** Makes images of the wanted sizes, of no particular pixels, and notes what was asked for. */
final class RecordedResize extends Resize {
  final List<String> calls = new ArrayList<>();
  final Pixels lastFrom = new Pixels();

  RecordedResize(String inter) {
    super(Images.options("1,1,1", "inter", inter).interpolation());
  }

  @Override
  void apply(Pixels from, int width, int height, Interpolation chosen, Pixels to) {
    calls.add(from.width() + "x" + from.height() + " " + chosen + " " + width + "x" + height);
    lastFrom.set(from);
    to.reshape(width, height, from.channels(), from.depth());
  }
}
