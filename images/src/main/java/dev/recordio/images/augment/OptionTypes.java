// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.SettingType;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The values that options take. The value of each is its canonical text: texts of the same meaning
 * have the same one.
 */
final class OptionTypes {
  private static final Pattern WHOLE = Pattern.compile("[+-]?\\d{1,9}");
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,3})?");
  private static final int DIMENSIONS = 3;
  private static final int MAX_EDGE = 65535;

  private static final Pattern CHANNELS_LAST =
      Pattern.compile("(\\d{1,9})\\s*[,x* ]\\s*(\\d{1,9})\\s*[,x* ]\\s*([134])");
  private static final Pattern CHANNELS_FIRST =
      Pattern.compile("([134])\\s*[,x* ]\\s*(\\d{1,9})\\s*[,x* ]\\s*(\\d{1,9})");

  private OptionTypes() {}

  /** True or false, or 1 or 0 as MXNet's users write. */
  static SettingType flag() {
    return SettingType.textLike(
        "true or false, or 1 or 0",
        text ->
            switch (text.toLowerCase(Locale.ROOT)) {
              case "true", "1" -> "true";
              case "false", "0" -> "false";
              default -> throw new IllegalArgumentException(text);
            });
  }

  /** A whole number, both bounds included. */
  static SettingType whole(int min, int max) {
    return SettingType.textLike(
        "a whole number from " + min + " to " + max,
        text -> Integer.toString(parse(text, min, max)));
  }

  /** A whole number, both bounds included, or -1, which means that there is none. */
  static SettingType wholeOrNone(int min, int max) {
    return SettingType.textLike(
        "a whole number from " + min + " to " + max + ", or -1 for none",
        text -> {
          int value = parse(text, -1, max);
          require(value == -1 || value >= min);
          return Integer.toString(value);
        });
  }

  /** A float32, both bounds included. */
  static SettingType number(float min, float max) {
    return SettingType.textLike(
        "a number from " + plain(min) + " to " + plain(max),
        text -> {
          float value = parseFloat(text);
          require(value >= min && value <= max);
          return Float.toString(value);
        });
  }

  /** A float32 other than 0. */
  static SettingType divisor() {
    return SettingType.textLike(
        "a number other than 0",
        text -> {
          float value = parseFloat(text);
          require(value != 0);
          return Float.toString(value);
        });
  }

  /** Any float32. */
  static SettingType anyNumber() {
    return SettingType.textLike("a number", text -> Float.toString(parseFloat(text)));
  }

  /** Angles, separated by commas. */
  static SettingType angles(int max) {
    return SettingType.textLike(
        "whole numbers from -" + max + " to " + max + ", separated by commas",
        text ->
            Arrays.stream(text.split(",", -1))
                .map(angle -> Integer.toString(parse(angle.strip(), -max, max)))
                .collect(Collectors.joining(",")));
  }

  /** Channels, rows and columns, separated by commas. */
  static SettingType shape() {
    return SettingType.textLike(
        "C,H,W: 1, 3 or 4 channels, rows and columns from 1 to "
            + MAX_EDGE
            + ", less than 2^29 numbers in all",
        text -> {
          String[] words = text.split(",", -1);
          String meant = meant(text);
          if (!meant.isEmpty()) {
            throw new InvalidSettingException(meant);
          }
          require(words.length == DIMENSIONS);
          int channels = parse(words[0].strip(), 1, 4);
          int height = parse(words[1].strip(), 1, MAX_EDGE);
          int width = parse(words[2].strip(), 1, MAX_EDGE);
          require(channels != 2 && (long) channels * height * width < 1L << 29);
          return channels + "," + height + "," + width;
        });
  }

  /**
   * Returns what to write in place of a wrong shape, as many libraries have H,W,C; empty when that
   * is not known.
   */
  private static String meant(String text) {
    Matcher first = CHANNELS_FIRST.matcher(text.strip());
    if (first.matches()) {
      return text.contains("x") || text.contains("*") || !text.contains(",")
          ? "with commas: " + first.group(1) + "," + first.group(2) + "," + first.group(3)
          : "";
    }
    Matcher last = CHANNELS_LAST.matcher(text.strip());
    return last.matches()
        ? "channels come first: " + last.group(3) + "," + last.group(1) + "," + last.group(2)
        : "";
  }

  private static int parse(String text, int min, int max) {
    require(WHOLE.matcher(text).matches());
    int value = Integer.parseInt(text);
    require(value >= min && value <= max);
    return value;
  }

  private static float parseFloat(String text) {
    require(DECIMAL.matcher(text).matches());
    float value = Float.parseFloat(text) + 0.0f; // no -0
    require(Float.isFinite(value));
    return value;
  }

  private static void require(boolean valid) {
    if (!valid) {
      throw new IllegalArgumentException("out of range");
    }
  }

  private static String plain(float value) {
    return value == (long) value && Math.abs(value) < 1e9
        ? Long.toString((long) value)
        : Float.toString(value).replace("E", "e");
  }
}
