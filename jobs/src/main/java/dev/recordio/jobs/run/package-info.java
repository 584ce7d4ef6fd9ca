// SPDX-License-Identifier: Apache-2.0
/**
 * Running a job to its end: progress, totals, interruption, and the error that a failing task
 * leaves for the client. {@code error}, {@code local} and {@code split} have what that rests on.
 *
 * <p>Entry points: {@link JobRunner} runs a job, on one machine in this process ({@link LocalJob}).
 * In {@code run.output}, {@code OutputClaim} gives an output to one command at a time, {@code
 * NewOutput} checks and prepares it, {@code JobScratch} is a folder that lives as long as the job.
 *
 * <p>{@code run.JobRunner} runs every job. A job without reducers runs on one machine as {@code
 * run.LocalJob}: the job's own formats, mapper and committer on threads of the command's process.
 * Nothing is staged, written as XML and parsed again, or polled for, and that was a third of the
 * processor time of a small command. Task numbers, ids, counters, the steps of the committer and a
 * single attempt per task are as in Hadoop's local runner. What differs: after a failure no further
 * task begins, and a failed attempt is aborted. Hadoop's local runner has the jobs that sort. No
 * job knows where it runs; {@code run.JobCounters} has its counters.
 *
 * <p>Only {@code run.output.OutputClaim} claims outputs: jobs claim theirs when they are made,
 * {@code JobRunner} claims the output of a program's job. The ids of claims are in a job's
 * configuration, so that further jobs of a command find the claim of its output. {@code
 * run.NewOutput} has the checks that are made under it, and removes what a failed job has left. A
 * claim is a small file that {@code fs.stream.PublishWay} creates if it is absent, as it does for
 * generations of stores and for {@code append}; how that ended, if there was no answer, is found
 * out by {@code fs.stream.Unanswered}. The Javadoc of {@code OutputClaim} has the order of steps.
 */
package dev.recordio.jobs.run;
