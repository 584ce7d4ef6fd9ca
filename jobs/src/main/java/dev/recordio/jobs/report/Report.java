// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import java.util.Map;
import org.apache.hadoop.mapreduce.Job;

/** What was found out about an input: it is written as a page, and its main figures as JSON. */
interface Report {
  /** Adds the figures and sections to a page. */
  void write(Page page);

  /** Returns the main figures by their names in JSON. */
  Map<String, Object> figures();

  /** Names a prepared job and runs it to its end, with progress. */
  @FunctionalInterface
  interface JobRun {
    void run(Job job) throws Exception;
  }
}
