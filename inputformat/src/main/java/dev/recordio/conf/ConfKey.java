// SPDX-License-Identifier: Apache-2.0
package dev.recordio.conf;

import java.util.Collection;
import java.util.Locale;
import java.util.function.Function;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;

/**
 * A configuration key, with its default and its description: a constant of the enum of the package
 * that uses it. Its name is the enum's {@code toString}, for messages.
 *
 * <p>Every getter reads the trimmed value; a blank value is the same as no value, and means the
 * default.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public interface ConfKey {
  /**
   * A key's name, default, type and description.
   *
   * @param key its name, as users write it
   * @param defaultValue its default, as users would write it
   * @param type which values it takes
   * @param description what it does, in a sentence or two
   */
  @InterfaceAudience.Private
  record Definition(String key, String defaultValue, SettingType type, String description) {}

  /** Returns the key's definition. */
  @InterfaceAudience.Private
  Definition definition();

  /** Returns the key, as users write it. */
  default String key() {
    return definition().key();
  }

  /** Returns the default, as users would write it. */
  default String defaultValue() {
    return definition().defaultValue();
  }

  /** Returns which values the key takes, in a few words, such as "true or false". */
  default String takes() {
    return definition().type().takes();
  }

  /** Returns what the key does, in a sentence or two. */
  default String description() {
    return definition().description();
  }

  /**
   * Checks the values of several keys, so that a job with an invalid one does not begin.
   *
   * @throws InvalidSettingException when a key does not take its value
   */
  static void checkAll(Configuration conf, Collection<? extends ConfKey> keys) {
    keys.forEach(key -> key.get(conf));
  }

  /**
   * Returns the value as text; it may be empty if the default is.
   *
   * @throws InvalidSettingException when the key does not take it
   */
  default String get(Configuration conf) {
    String text = written(conf);
    value(text);
    return text;
  }

  /**
   * Returns the canonical form of the value, shared by all texts of the same meaning: sizes in
   * bytes, words as they are listed.
   *
   * @throws InvalidSettingException when the key does not take it
   */
  @InterfaceAudience.Private
  default String normal(Configuration conf) {
    return value(written(conf)).toString();
  }

  private String written(Configuration conf) {
    String text = conf.getTrimmed(key(), defaultValue());
    return text.isEmpty() ? defaultValue() : text;
  }

  /** Returns what a value means: the text itself when there is neither a value nor a default. */
  private Object value(String text) {
    return text.isEmpty() ? text : definition().type().read(key(), text);
  }

  private <T> T value(String text, Class<T> wanted) {
    Object value = value(text);
    if (!wanted.isInstance(value)) {
      throw new IllegalStateException(key() + " has no value of " + wanted + ", but " + takes());
    }
    return wanted.cast(value);
  }

  /**
   * Returns the value as a boolean.
   *
   * @throws InvalidSettingException when it is neither {@code true} nor {@code false}
   */
  default boolean getBoolean(Configuration conf) {
    return value(written(conf), Boolean.class);
  }

  /**
   * Returns the value as a number.
   *
   * @throws InvalidSettingException when it is not a number, or out of the key's range
   */
  default int getInt(Configuration conf) {
    long value = getLong(conf);
    if (value != (int) value) {
      throw new InvalidSettingException(
          key()
              + " is '"
              + written(conf)
              + "'; it takes a whole number up to "
              + Integer.MAX_VALUE);
    }
    return (int) value;
  }

  /**
   * Returns the value as a number.
   *
   * @throws InvalidSettingException when it is not a number, or out of the key's range
   */
  default long getLong(Configuration conf) {
    return value(written(conf), Long.class);
  }

  /**
   * Returns the value as a number.
   *
   * @throws InvalidSettingException when it is not a number, or out of the key's range
   */
  default double getDouble(Configuration conf) {
    return value(written(conf), Double.class);
  }

  /**
   * Returns the value in bytes; 64k, 1m and 2g are understood.
   *
   * @throws InvalidSettingException when it is not a number of bytes, or out of the key's range
   */
  default long getBytes(Configuration conf) {
    return getLong(conf);
  }

  /** Returns the default in bytes. */
  @InterfaceAudience.Private
  default long defaultBytes() {
    return value(defaultValue(), Long.class);
  }

  /** Whether the value is {@code auto}, for a key that takes it in place of a number. */
  @InterfaceAudience.Private
  default boolean isAuto(Configuration conf) {
    return value(written(conf)) instanceof String;
  }

  /**
   * Returns the value as one of {@code type}'s names, which users write in lower case.
   *
   * @throws InvalidSettingException when it is none of them; the message lists them
   */
  default <E extends Enum<E>> E getEnum(Configuration conf, Class<E> type) {
    return getOneOf(conf, type.getEnumConstants(), e -> e.name().toLowerCase(Locale.ROOT));
  }

  /**
   * Returns the value as one of {@code all}.
   *
   * @param name gives the name that users write
   * @throws InvalidSettingException when it is none of them; the message lists them
   */
  @InterfaceAudience.Private
  default <T> T getOneOf(Configuration conf, T[] all, Function<T, String> name) {
    return SettingType.choose(key(), get(conf), all, name);
  }

  /**
   * Returns the value as one of the words that the key takes, in the case in which they are listed.
   *
   * @throws InvalidSettingException when it is none of them; the message lists them
   */
  default String getChoice(Configuration conf) {
    return value(written(conf), String.class);
  }

  /** Sets the value. */
  default void set(Configuration conf, Object value) {
    conf.set(key(), value.toString());
  }
}
