// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.codec.Pixels;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResizeStepTest {
  private static final Resize.Limit LIMIT = new Resize.Limit(1 << 26);

  private final RecordedResize resize = new RecordedResize("1");

  private String resized(int edge, int width, int height) throws MalformedRecordException {
    resize.calls.clear();
    Pixels image = Images.plain(width, height, 3, 0);
    new SizeStep.ShortEdge(edge, resize, LIMIT).apply(image, new Pixels(), Images.draws(0, 0));
    assertEquals(1, resize.calls.size());
    return image.width() + "x" + image.height();
  }

  @Test
  void theShortEdgeIsGivenAndTheOtherIsRoundedDown() throws MalformedRecordException {
    assertEquals("341x256", resized(256, 500, 375));
    assertEquals("256x341", resized(256, 375, 500));
    assertEquals("40x40", resized(40, 7, 7));
    assertEquals("53x40", resized(40, 4, 3));
    assertEquals("1x60000", resized(1, 1, 60000));
    assertEquals("60x10", resized(10, 6, 1));
  }

  @Test
  void aSizeBeyondTheLimitIsAnErrorBeforeItIsAllocated() {
    var error = assertThrows(MalformedRecordException.class, () -> resized(65535, 1, 60000));
    assertEquals("at most 67108864 pixels after resize to 65535", error.expected());
    assertEquals("3932100000x65535, from an image of 1x60000", error.found());
    assertEquals(-1, error.line());
    assertThrows(MalformedRecordException.class, () -> resized(65535, 60000, 1));
    assertThrows(MalformedRecordException.class, () -> resized(8193, 3, 3));
  }

  @Test
  void aRandomMethodIsOneForAllOfAnImageAndEvenOverImages() throws MalformedRecordException {
    var random = new RecordedResize("10");
    var step = new SizeStep.ShortEdge(8, random, LIMIT);
    var crop = new Crop.Plain(Images.options("3,20,90"), random, LIMIT);
    var methods = new ChiSquare(5);
    for (int id = 0; id < 1000; id++) {
      random.calls.clear();
      Pixels image = Images.plain(16, 16, 3, 0);
      step.apply(image, new Pixels(), Images.draws(0, id));
      crop.cut(image, new Pixels(), Images.draws(0, id), new Pixels());
      var names = new HashSet<String>();
      random.calls.forEach(call -> names.add(call.split(" ")[1]));
      assertEquals(3, random.calls.size());
      assertEquals(1, names.size(), "one method for each image");
      methods.count(
          List.of("NEAREST", "BILINEAR", "CUBIC", "AREA", "LANCZOS")
              .indexOf(names.iterator().next()));
    }
    methods.assertEven("methods");
  }

  /** Smaller images grow by one factor in float32, rows first, with the method of both. */
  @Test
  void aSmallerImageGrowsBeforeItIsCut() throws MalformedRecordException {
    var auto = new RecordedResize("9");
    assertGrows(auto, 10, 10, "10x10 CUBIC 20x20", "20x20 CUBIC 90x90");
    assertGrows(auto, 100, 15, "100x15 BILINEAR 133x20");
    assertGrows(auto, 60, 40, "60x40 BILINEAR 90x60");
    assertGrows(auto, 90, 20);
  }

  /** 21 rows of 5 make 25 columns 105, but 4.2 in float32 is less: 104. */
  @Test
  void growthIsComputedInFloat32() throws MalformedRecordException {
    resize.calls.clear();
    var crop = new Crop.Plain(Images.options("3,21,90"), resize, LIMIT);
    crop.cut(Images.plain(25, 5, 3, 0), new Pixels(), Images.draws(0, 0), new Pixels());
    assertEquals(List.of("25x5 BILINEAR 104x21"), resize.calls);
  }

  private static void assertGrows(RecordedResize auto, int width, int height, String... calls)
      throws MalformedRecordException {
    auto.calls.clear();
    var crop = new Crop.Plain(Images.options("3,20,90"), auto, LIMIT);
    var to = new Pixels();
    Pixels image = Images.plain(width, height, 3, 0);
    crop.cut(image, new Pixels(), Images.draws(0, 0), to);
    assertEquals(List.of(calls), auto.calls);
    assertEquals("90x20", to.width() + "x" + to.height());
  }

  @Test
  void growthBeyondTheLimitIsAnError() {
    var crop = new Crop.Plain(Images.options("3,2000,90"), resize, LIMIT);
    Pixels image = Images.plain(60000, 1, 3, 0);
    var error =
        assertThrows(
            MalformedRecordException.class,
            () -> crop.cut(image, new Pixels(), Images.draws(0, 0), new Pixels()));
    assertEquals("120000000x2000, from an image of 60000x1", error.found());
  }
}
