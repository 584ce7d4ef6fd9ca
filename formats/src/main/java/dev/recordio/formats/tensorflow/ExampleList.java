// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.tensorflow;

/**
 * The fields of {@code ExampleListWithContext} (ELWC): Examples in order, then one Example of what
 * they share. No name may be in both.
 *
 * <p>Rule: TensorFlow Serving's input.proto.
 */
public final class ExampleList {
  /** Number of the field of an Example. */
  public static final int EXAMPLES = 1;

  /** Number of the field of what all Examples share. */
  public static final int CONTEXT = 2;

  private ExampleList() {}
}
