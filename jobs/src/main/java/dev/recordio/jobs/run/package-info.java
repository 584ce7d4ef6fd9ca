// SPDX-License-Identifier: Apache-2.0
/** Running a job to its end: local settings, progress, totals, and the reason of a failure. */
package dev.recordio.jobs.run;
