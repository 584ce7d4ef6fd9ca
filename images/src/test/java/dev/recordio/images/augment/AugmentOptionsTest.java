// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.images.mean.MeanImage;
import dev.recordio.images.resample.Interpolation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AugmentOptionsTest {
  /** What libmxnet 1.9.1 reports, with hyphens; rotate-list is in no list of its. */
  private static final String DEFAULTS =
      """
      resize -1, rand-crop 0, random-resized-crop 0, max-rotate-angle 0, rotate -1, rotate-list,\
       max-aspect-ratio 0, min-aspect-ratio, max-shear-ratio 0, max-crop-size -1,\
       min-crop-size -1, max-random-scale 1, min-random-scale 1, max-random-area 1,\
       min-random-area 1, max-img-size 1e10, min-img-size 0, brightness 0, contrast 0,\
       saturation 0, pca-noise 0, random-h 0, random-s 0, random-l 0, fill-value 255, inter 1,\
       pad 0, mirror 0, rand-mirror 0, mean-img, mean-r 0, mean-g 0, mean-b 0, mean-a 0, std-r 1,\
       std-g 1, std-b 1, std-a 1, scale 1, max-random-contrast 0, max-random-illumination 0,\
       dtype float32""";

  private static AugmentOptions options(String... namesAndValues) {
    var texts = new HashMap<String, String>();
    texts.put("shape", "3,24,32");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      texts.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return AugmentOptions.of(texts);
  }

  private static String error(String... namesAndValues) {
    return assertThrows(InvalidSettingException.class, () -> options(namesAndValues)).getMessage();
  }

  @Test
  void defaultsAreThoseOfImageRecordIter() {
    var expected = new HashMap<String, String>();
    for (String word : DEFAULTS.split(", ")) {
      String[] sides = word.split(" ");
      AugmentOption option =
          AugmentOption.valueOf(sides[0].toUpperCase(java.util.Locale.ROOT).replace('-', '_'));
      expected.put(sides[0], sides.length == 1 ? "" : option.normal(sides[1]));
    }
    expected.put("shape", "");
    expected.put("layout", "nchw");
    var found = new HashMap<String, String>();
    for (AugmentOption option : AugmentOption.values()) {
      found.put(option.optionName(), option.normal(""));
      assertTrue(option.definition().description().endsWith("."), option.toString());
    }
    assertEquals(expected, found);
  }

  @Test
  void valuesAreRead() {
    AugmentOptions options =
        options(
            "shape", " 1, 5,7 ",
            "dtype", "int8",
            "layout", "NHWC",
            "inter", "9",
            "mean-r", "116.5",
            "rand-crop", "TRUE",
            "mirror", "1",
            "rand-mirror", "0",
            "resize", "+40",
            "rotate-list", "90, -45,0",
            "brightness", "");
    assertEquals(List.of(1, 5, 7), List.of(options.channels(), options.height(), options.width()));
    assertSame(ImageDtype.INT8, options.dtype());
    assertSame(ImageLayout.NHWC, options.layout());
    assertSame(Interpolation.AUTO, options.interpolation());
    assertEquals(
        "shape=1,5,7 dtype=int8 layout=nhwc inter=9 resize=40 rand-crop=true rotate-list=90,-45,0"
            + " mirror=true mean-r=116.5",
        options.toString());
  }

  @Test
  void optionsOfTheSameEffectHaveTheSameText() {
    String text = options().toString();
    assertEquals("shape=3,24,32", text);
    assertEquals(text, options("scale", "1.0", "std-r", "1e0", "resize", "-1").toString());
    assertEquals(text, options("rand-crop", "0", "mean-g", "-0", "inter", "1").toString());
    assertEquals(options("mean-g", "123.68").toString(), options("mean-g", "+1.2368e2").toString());
    for (AugmentOption option : AugmentOption.values()) {
      String name = option.optionName();
      String other = other(option);
      var texts = new HashMap<>(Map.of("shape", "4,24,32"));
      texts.put(name, other);
      if (List.of("brightness", "contrast", "saturation", "pca-noise").contains(name)
          || name.startsWith("random-")) {
        texts.put("shape", "3,24,32");
      }
      if (name.endsWith("-crop-size")) {
        texts.putAll(Map.of("min-crop-size", other, "max-crop-size", other));
      } else if (name.endsWith("-random-area")) {
        texts.put("random-resized-crop", "true");
        texts.put("min-random-area", "0.2");
      } else if (name.equals("min-random-scale")) {
        texts.put("max-random-scale", "30");
      } else if (name.equals("min-aspect-ratio")) {
        texts.put("max-aspect-ratio", "30");
      }
      assertNotEquals(text, AugmentOptions.of(texts).toString().replace("4,24", "3,24"), name);
    }
  }

  private static String other(AugmentOption option) {
    return switch (option) {
      case SHAPE -> "4,24,33";
      case DTYPE -> "uint8";
      case LAYOUT -> "nhwc";
      case MEAN_IMG -> "mean.bin";
      case BRIGHTNESS, CONTRAST, SATURATION, MAX_ASPECT_RATIO, MIN_ASPECT_RATIO -> "0.5";
      case MIN_RANDOM_AREA, MAX_RANDOM_AREA -> "0.25";
      default -> option.definition().defaultValue().equals("false") ? "true" : "4";
    };
  }

  @Test
  void allErrorsAreInOneMessage() {
    String error =
        error(
            "rand_crop", "1",
            "data_shape", "3,2,1",
            "brightnes", "1",
            "nonsense", "1",
            "resize", "0",
            "min-crop-size", "40",
            "std-r", "0",
            "dtype", "uint8",
            "mean-r", "3");
    for (String part :
        List.of(
            "unknown option rand_crop; did you mean rand-crop?",
            "unknown option data_shape; did you mean shape?",
            "unknown option brightnes; did you mean brightness?",
            "unknown option nonsense;",
            "resize is '0'; it takes a whole number from 1 to 65535, or -1 for none",
            "min-crop-size and max-crop-size are given both or neither",
            "std-r is '0'; it takes a number other than 0",
            "there is no mean-r with dtype uint8")) {
      assertTrue((error + ";").contains(part), part + " in " + error);
    }
  }

  @Test
  void valuesOutOfRangeAreRefused() {
    for (String bad :
        List.of(
            "shape=2,24,24",
            "shape=3,24",
            "shape=3,0,24",
            "shape=3,24,65536",
            "shape=4,16384,16384",
            "shape=(3,24,24)",
            "dtype=float16",
            "layout=chw",
            "inter=5",
            "resize=-2",
            "resize=4.5",
            "resize=99999999999",
            "rand-crop=yes",
            "max-rotate-angle=-1",
            "rotate=-30",
            "rotate-list=1,,2",
            "rotate-list=400",
            "max-aspect-ratio=-1",
            "min-aspect-ratio=0",
            "max-shear-ratio=-1",
            "min-random-scale=0",
            "max-random-area=1.5",
            "min-img-size=-1",
            "pad=-3",
            "fill-value=256",
            "brightness=-1",
            "random-h=181",
            "random-s=256",
            "pca-noise=nan",
            "mean-r=0x1p3",
            "mean-g=1f",
            "mean-b=1e39",
            "std-g=0.0",
            "std-b=1e-46",
            "scale=inf")) {
      String[] sides = bad.split("=");
      assertTrue(
          error(sides[0], sides[1]).startsWith(sides[0] + " is '" + sides[1] + "'; it"), bad);
    }
    assertEquals("shape is missing: give C,H,W, as in 3,224,224", error("shape", ""));
  }

  @Test
  void whatAnotherOptionMakesVoidIsRefused() {
    refused("rand-crop with random-resized-crop", "random-resized-crop", "1", "rand-crop", "1");
    refused(
        "min-crop-size, max-crop-size with random-resized-crop",
        "random-resized-crop",
        "1",
        "min-crop-size",
        "4",
        "max-crop-size",
        "5");
    refused(
        "max-random-scale with random-resized-crop",
        "random-resized-crop",
        "1",
        "max-random-scale",
        "2");
    refused("min-random-area without random-resized-crop", "min-random-area", "0.5");
    refused("max-rotate-angle with rotate", "rotate", "30", "max-rotate-angle", "3");
    refused("rotate-list with rotate", "rotate", "30", "rotate-list", "3");
    refused("max-rotate-angle with rotate-list", "rotate-list", "30", "max-rotate-angle", "3");
    refused("brightness for a shape of 1 channel", "shape", "1,4,4", "brightness", "1");
    refused("random-h for a shape of 4 channels", "shape", "4,4,4", "random-h", "1");
    refused("mean-a for a shape of 3 channels", "mean-a", "1");
    refused("std-g for a shape of 1 channel", "shape", "1,4,4", "std-g", "2");
    refused("scale with dtype int8", "dtype", "int8", "scale", "2");
    refused("std-r, std-g with dtype uint8", "dtype", "uint8", "std-r", "2", "std-g", "2");
    refused("mean-img with dtype uint8", "dtype", "uint8", "mean-img", "a.bin");
    refused(
        "max-random-contrast, max-random-illumination with dtype int8",
        "dtype",
        "int8",
        "max-random-contrast",
        "1",
        "max-random-illumination",
        "1");
    refused("mean-r with mean-img", "mean-img", "a.bin", "mean-r", "1");
    options("rotate", "0", "max-rotate-angle", "3");
    options("mirror", "1", "rand-mirror", "1");
    options("dtype", "int8", "mean-r", "1", "scale", "1", "std-r", "1.0");
  }

  private static void refused(String what, String... namesAndValues) {
    assertEquals("there is no " + what, error(namesAndValues));
  }

  @Test
  void endsOfARangeAreInOrder() {
    for (String name : List.of("crop-size", "random-scale", "aspect-ratio", "img-size")) {
      String error = error("min-" + name, "7", "max-" + name, "5");
      assertTrue(error.matches("min-" + name + " is 7.*, more than max-" + name + ", 5.*"), error);
      options("min-" + name, "5", "max-" + name, "5");
    }
    assertEquals(
        "max-crop-size is 45, more than the short edge of every image, which is 44 by resize and"
            + " pad",
        error("resize", "40", "pad", "2", "min-crop-size", "4", "max-crop-size", "45"));
    options("resize", "40", "pad", "2", "min-crop-size", "4", "max-crop-size", "44");
    options("resize", "40", "rotate", "5", "min-crop-size", "4", "max-crop-size", "45");
    String error =
        error("random-resized-crop", "1", "min-random-area", "0.7", "max-random-area", "0.5");
    assertEquals("min-random-area is 0.7, more than max-random-area, 0.5", error);
    assertTrue(error("min-random-scale", "2").contains("more than max-random-scale, 1.0"));
    assertTrue(error("min-aspect-ratio", "0.5").contains("more than max-aspect-ratio, 0.0"));
    assertTrue(error("max-aspect-ratio", "1").contains("give min-aspect-ratio"));
    assertEquals("scale / std-g is not a float32", error("scale", "1e30", "std-g", "1e-30"));
  }

  @Test
  void aMeanImageIsOfTheShape() {
    AugmentOptions named = options("mean-img", "some/mean.bin");
    assertEquals("some/mean.bin", named.meanName());
    assertNull(named.mean());
    var mean = new MeanImage(3, 24, 32, new float[3 * 24 * 32]);
    AugmentOptions loaded = named.with(mean);
    assertSame(mean, loaded.mean());
    var turned = new MeanImage(3, 32, 24, new float[3 * 24 * 32]);
    assertEquals(
        "mean-img some/mean.bin has the shape 3,32,24, but shape is 3,24,32",
        assertThrows(InvalidSettingException.class, () -> named.with(turned)).getMessage());
    assertThrows(InvalidSettingException.class, () -> options().with(mean));

    AugmentOptions elsewhere = options("mean-img", "other.npy");
    assertEquals(loaded.toString(), elsewhere.with(mean).toString());
    var values = new float[3 * 24 * 32];
    values[100] = 1;
    String other = named.with(new MeanImage(3, 24, 32, values)).toString();
    assertNotEquals(loaded.toString(), other);
    assertTrue(other.matches("shape=3,24,32 mean-img=sha256:[0-9a-f]{64}"), other);
  }
}
