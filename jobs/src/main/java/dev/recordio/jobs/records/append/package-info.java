// SPDX-License-Identifier: Apache-2.0
/**
 * A further part for an existing set.
 *
 * <p>Entry points: {@link AppendJob}. {@link RecordSet} is the set as it was found, {@link SetKeys}
 * has the keys of its records, and {@link AppendCommit} puts the finished part into the set, at
 * once or not at all.
 */
package dev.recordio.jobs.records.append;
