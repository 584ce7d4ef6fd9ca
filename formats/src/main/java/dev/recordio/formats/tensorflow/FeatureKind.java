// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.tensorflow;

/** What the list of a feature of {@code tf.train.Example} holds. */
public enum FeatureKind {
  /** A feature without a list. */
  NONE(0, "no list"),
  BYTES(1, "bytes"),
  FLOAT(2, "float"),
  INT64(3, "int64");

  private final int field;
  private final String text;

  FeatureKind(int field, String text) {
    this.field = field;
    this.text = text;
  }

  /** Returns the number of the list's field in a feature. */
  int field() {
    return field;
  }

  /** Returns the kind of a field of a feature; null for foreign fields. */
  static FeatureKind ofField(int field) {
    return switch (field) {
      case 1 -> BYTES;
      case 2 -> FLOAT;
      case 3 -> INT64;
      default -> null;
    };
  }

  /** Returns the name, as TensorFlow's types are named. */
  @Override
  public String toString() {
    return text;
  }
}
