// SPDX-License-Identifier: Apache-2.0
package dev.recordio.conf;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/** The values that a key takes: each {@link ConfKey} has one, and every getter checks it. */
public final class SettingType {
  private static final String AUTO = "auto";
  private static final String INF = "inf";
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,3})?");

  /** What may follow a number of bytes and its prefix: 4k, 4kb, 4KiB. */
  private static final Pattern UNIT =
      Pattern.compile("(?<=[0-9][kmgtpe])i?b$|(?<=[0-9])b$", Pattern.CASE_INSENSITIVE);

  private final String takes;
  private final Function<String, Object> reader;
  private final List<String> words;

  /**
   * @param takes what follows "it takes" in errors and in the docs
   * @param reader gives what a text means; null, or an IllegalArgumentException, when it is invalid
   */
  private SettingType(String takes, Function<String, Object> reader, String... words) {
    this.takes = takes;
    this.reader = reader;
    this.words = List.of(words);
  }

  /** Any text. */
  public static SettingType text() {
    return new SettingType("any text", text -> text);
  }

  /**
   * A text that {@code parser}, which its users use too, accepts.
   *
   * @param words some such texts, to complete what users type
   */
  public static SettingType text(String takes, Consumer<String> parser, String... words) {
    return new SettingType(
        takes,
        text -> {
          parser.accept(text);
          return text;
        },
        words);
  }

  /**
   * A text that may be written in several ways.
   *
   * @param normal gives the canonical form of a text; an IllegalArgumentException when it is
   *     invalid
   */
  public static SettingType textLike(String takes, UnaryOperator<String> normal) {
    return new SettingType(takes, normal::apply);
  }

  /** {@code true} or {@code false}. */
  public static SettingType flag() {
    return new SettingType(
        "true or false",
        text ->
            text.equalsIgnoreCase("true")
                ? Boolean.TRUE
                : text.equalsIgnoreCase("false") ? Boolean.FALSE : null);
  }

  /** One of a few words, in any case of their letters. */
  public static SettingType oneOf(String... words) {
    return new SettingType(
        "one of " + String.join(", ", words),
        text ->
            Arrays.stream(words)
                .filter(word -> word.equalsIgnoreCase(text))
                .findFirst()
                .orElse(null),
        words);
  }

  /** A whole number, both bounds included. */
  public static SettingType whole(long min, long max) {
    return new SettingType(
        "a whole number from " + min + " to " + max,
        text -> within(min, max, isHex(text) ? Long.decode(text) : Long.parseLong(text)));
  }

  /** A whole number without an upper bound. */
  public static SettingType whole(long min) {
    return new SettingType(
        "a whole number " + (min == Long.MIN_VALUE ? "of 64 bits" : "of " + min + " or more"),
        whole(min, Long.MAX_VALUE).reader);
  }

  /** A whole number without an upper bound; {@code inf} is the greatest {@code long}. */
  public static SettingType wholeOrInf(long min) {
    SettingType whole = whole(min);
    return new SettingType(
        whole.takes + ", or " + INF,
        text -> text.equalsIgnoreCase(INF) ? (Object) Long.MAX_VALUE : whole.reader.apply(text));
  }

  /** Bytes, both bounds included. */
  public static SettingType bytes(long min, long max) {
    return new SettingType(
        "a number of bytes " + range(min, max) + ", with k, m, g for powers of 1024",
        text -> within(min, max, bytes(text)));
  }

  /** Bytes without an upper bound. */
  public static SettingType bytes(long min) {
    return bytes(min, Long.MAX_VALUE);
  }

  /** Bytes, both bounds included, or {@code auto}. */
  public static SettingType bytesOrAuto(long min, long max) {
    SettingType bytes = bytes(min, max);
    return new SettingType(
        AUTO + " or " + bytes.takes,
        text -> text.equalsIgnoreCase(AUTO) ? AUTO : bytes.reader.apply(text));
  }

  /** A number with or without a fraction, both bounds included. */
  public static SettingType fraction(double min, double max) {
    return new SettingType(
        "a number "
            + (max == Double.MAX_VALUE
                ? "of " + plain(min) + " or more"
                : "from " + plain(min) + " to " + plain(max)),
        text -> {
          Double value = DECIMAL.matcher(text).matches() ? Double.valueOf(text) : null;
          return value != null && value >= min && value <= max ? value : null;
        });
  }

  private static String range(long min, long max) {
    return max == Long.MAX_VALUE ? "of " + min + " or more" : "from " + min + " to " + written(max);
  }

  /** Returns a number of bytes as users write it. */
  private static String written(long bytes) {
    for (int unit = 3; unit > 0; unit--) {
      if (bytes % (1L << 10 * unit) == 0) {
        return (bytes >> 10 * unit) + "kmg".substring(unit - 1, unit);
      }
    }
    return Long.toString(bytes);
  }

  private static boolean isHex(String text) {
    return text.matches("[+-]?0[xX].*");
  }

  private static long bytes(String text) {
    if (text.trim().isEmpty()) { // string2long looks at the last character of what it has trimmed
      throw new NumberFormatException("no number");
    }
    return isHex(text)
        ? Long.decode(text)
        : TraditionalBinaryPrefix.string2long(UNIT.matcher(text).replaceFirst(""));
  }

  private static String plain(double number) {
    return new BigDecimal(number).stripTrailingZeros().toPlainString();
  }

  private static Long within(long min, long max, long value) {
    return value >= min && value <= max ? value : null;
  }

  /** Returns what is taken, as it follows "it takes". */
  public String takes() {
    return takes;
  }

  /** Returns the words of {@link #oneOf}, or words that complete a text; empty for other types. */
  public List<String> words() {
    return words;
  }

  /**
   * Returns what a value means: a String, Boolean, Long or Double.
   *
   * @param key what is set, for the message
   * @throws InvalidSettingException when it is invalid; the message names key, value and what is
   *     taken
   */
  public Object read(String key, String text) {
    try {
      Object value = reader.apply(text);
      if (value != null) {
        return value;
      }
    } catch (InvalidSettingException e) {
      throw (InvalidSettingException) invalid(key, text, ": " + e.getMessage()).initCause(e);
    } catch (IllegalArgumentException e) {
      throw (InvalidSettingException) invalid(key, text, "").initCause(e); // no number
    }
    throw invalid(key, text, "");
  }

  /**
   * Returns the one of {@code all} that users call {@code value}, in any case of its letters.
   *
   * @param setting what is set, for the message
   * @param name gives the name that users write
   * @throws InvalidSettingException when it is none of them; the message lists them
   */
  public static <T> T choose(String setting, String value, T[] all, Function<T, String> name) {
    for (T one : all) {
      if (name.apply(one).equalsIgnoreCase(value)) {
        return one;
      }
    }
    throw new InvalidSettingException(
        setting
            + " is '"
            + value
            + "'; it takes one of "
            + Arrays.stream(all).map(name).collect(Collectors.joining(", ")));
  }

  private InvalidSettingException invalid(String key, String text, String why) {
    return new InvalidSettingException(key + " is '" + text + "'; it takes " + takes + why);
  }
}
