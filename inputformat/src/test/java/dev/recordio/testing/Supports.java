// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares that a test, or a class of tests, shows a cell of the table of what works where, in
 * {@code docs/tasks.md}. {@code SupportTableTest} compares the claims of all modules with the
 * table: a cell without a test is an error, and so is a test of a cell that the table denies or
 * does not have.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.SOURCE)
@Repeatable(Supports.All.class)
public @interface Supports {
  /** The first cell of the table's line, without Markdown's marks. */
  String row();

  /** The first cells of the table's columns, without Markdown's marks. */
  String[] engine();

  /** Several claims of one test. */
  @Documented
  @Target({ElementType.TYPE, ElementType.METHOD})
  @Retention(RetentionPolicy.SOURCE)
  @interface All {
    /** The claims. */
    Supports[] value();
  }
}
