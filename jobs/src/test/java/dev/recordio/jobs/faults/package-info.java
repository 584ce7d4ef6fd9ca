// SPDX-License-Identifier: Apache-2.0
/**
 * What may happen to jobs, and what must come of it: {@link dev.recordio.jobs.faults.FaultTable} is
 * the table of {@code docs/testing.md}; the tests of its cells are in the modules with clusters.
 */
package dev.recordio.jobs.faults;
