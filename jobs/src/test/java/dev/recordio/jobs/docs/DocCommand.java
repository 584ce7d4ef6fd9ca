// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.docs;

import java.util.List;

/**
 * What a block has a shell do, one line or several.
 *
 * @param line the number of its first line in the page
 * @param script what the shell is given
 * @param status the exit status that the page says: 0 unless the line ends in {@code # exit N}
 * @param shown the output that the page shows; without any, it may be whatever it is
 */
record DocCommand(int line, String script, int status, List<String> shown) {}
