// SPDX-License-Identifier: Apache-2.0
/**
 * The frame of jobs without reducers: a plan of units, a task for each, and what the tasks report.
 *
 * <p>Entry points: {@link UnitJob} is the job, {@link Plan} has its units, {@link UnitTask} is what
 * is done with one of them, {@link Reports} are the results, in the order of the plan. A unit is
 * handed to its task in the only split of these jobs, as the bytes that a {@link Serde} writes.
 */
package dev.recordio.jobs.job;
