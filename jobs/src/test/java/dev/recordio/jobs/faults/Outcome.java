// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.faults;

/** What must come of a job that a fault has hit: a cell of the table. */
public enum Outcome {
  /** The output of an undisturbed run, byte for byte. */
  SAME_BYTES("same bytes"),
  /** One error that says what is wrong, nothing that looks complete, and the next run works. */
  ERROR("error"),
  /** The job has no reducers, so no reduce attempt can die. */
  NO_REDUCERS("no reducers"),
  /** The command writes no files. */
  NO_OUTPUT("no output");

  private final String title;

  Outcome(String title) {
    this.title = title;
  }

  /** Returns the cell. */
  public String title() {
    return title;
  }
}
