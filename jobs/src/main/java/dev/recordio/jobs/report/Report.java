// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.apache.hadoop.mapreduce.Job;

/** What was found out about an input: it is written as a page, and its main figures as JSON. */
interface Report {
  /** Writes the figures and sections. */
  void write(Page page) throws IOException;

  /** Adds the main figures to an object. */
  void toJson(ObjectNode root);

  /** Names a prepared job and runs it to its end, with progress. */
  @FunctionalInterface
  interface JobRun {
    /** Runs the job. */
    void run(Job job) throws Exception;
  }
}
