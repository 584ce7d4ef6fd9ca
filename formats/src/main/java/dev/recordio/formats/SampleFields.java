// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats;

import java.util.List;

/**
 * The fields of samples: the names that outputs write, and what inputs look for.
 *
 * @param image the field with the image; empty for the usual ones of a format
 * @param label the field with the label or labels; empty for the usual ones
 * @param key the field with the key; empty for the usual one, which need not be there
 * @param labelled whether samples have labels
 * @param raw whether payloads are records as they are, and no other field matters
 */
public record SampleFields(String image, String label, String key, boolean labelled, boolean raw) {
  public static final String IMAGE = "image";

  /** The label, where it is one whole number. */
  public static final String LABEL = "label";

  /** The labels, where they are not one whole number. */
  public static final String LABELS = "labels";

  public static final String KEY = "key";

  /** The high half of the key, where it is not 0. */
  public static final String ID2 = "id2";

  /** The bytes of an image header that key and labels do not give back. */
  public static final String HEADER = "recordio_header";

  /** The label, as WebDataset has it. */
  public static final String CLS = "cls";

  private static final List<String> USUAL_LABELS = List.of(LABEL, LABELS, CLS);

  /** Returns the option that names another field, for errors. */
  public static String option(String field) {
    return "--" + field + "-field";
  }

  /** Returns the field with the label: the named one, else the first usual one that is there. */
  public String labelAmong(List<String> names) {
    return label.isEmpty()
        ? USUAL_LABELS.stream().filter(names::contains).findFirst().orElse("")
        : label;
  }
}
