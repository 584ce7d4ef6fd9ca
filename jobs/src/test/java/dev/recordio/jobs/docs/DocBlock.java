// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.docs;

import java.util.List;

/**
 * A block of code of a page that may be commands of a shell.
 *
 * @param page the name of the page
 * @param line the number of the block's first line, from 1
 * @param mark why the block is not run, as the page says before it; null if it says nothing
 * @param lines the lines, without their common indent
 */
record DocBlock(String page, int line, String mark, List<String> lines) {
  /** Returns page and line, as an editor opens them. */
  String place() {
    return page + ":" + line;
  }
}
