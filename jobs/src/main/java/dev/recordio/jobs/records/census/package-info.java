// SPDX-License-Identifier: Apache-2.0
/**
 * The census: a job that counts the records of each split and notes what later steps need of them.
 *
 * <p>Entry points: {@link CensusJob} does what a {@link CensusRequest} says; {@link Census} is its
 * result. {@link RecordFormat} has what differs between RecordIO and text.
 */
package dev.recordio.jobs.records.census;
