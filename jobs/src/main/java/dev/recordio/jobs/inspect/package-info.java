// SPDX-License-Identifier: Apache-2.0
/**
 * The commands that inspect RecordIO files: records, cat, info, splits. They write nothing.
 *
 * <p>Entry points: the commands.
 */
package dev.recordio.jobs.inspect;
