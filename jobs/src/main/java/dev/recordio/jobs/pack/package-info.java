// SPDX-License-Identifier: Apache-2.0
/**
 * The pack job: many files become a set of {@code .rec} shards with their {@code .idx}.
 *
 * <p>Face: {@link PackJob} and the command. The client scans the input ({@code source}) into a
 * plan, a file of one short entry per record, and cuts it into shards of equal bytes. One map task
 * writes one shard, so the bytes of a shard depend only on the plan, not on how many tasks run,
 * where, or how often.
 */
package dev.recordio.jobs.pack;
