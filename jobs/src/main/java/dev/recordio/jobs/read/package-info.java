// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code read}, which writes what a pipeline of readers hands out: lines about records,
 * their payloads, or a stream of records that other programs read through a pipe.
 *
 * <p>Entry points: {@link dev.recordio.jobs.read.ReadCommand}; {@link PipelineCommand}, for
 * commands that run readers; {@link dev.recordio.jobs.read.WrittenForms} specifies which bytes an
 * item is written as.
 */
package dev.recordio.jobs.read;
