// SPDX-License-Identifier: Apache-2.0
/**
 * The pack job: many files become a set of {@code .rec} shards with their {@code .idx}.
 *
 * <p>Entry points: {@link PackJob} and the command. The client scans the input ({@code source},
 * {@code list}, {@code sample}) into a plan, a file of one short entry per record, and cuts it into
 * shards of equal bytes ({@link PackPlanner}). One map task writes one shard ({@link PackTask}), so
 * the bytes of a shard depend on the input only, not on how many tasks run, where, or how often.
 *
 * <p>Sources pass through a file on the client's disk ({@link Spool}): memory does not grow with
 * their number, except for one folder's names while they are sorted, eight bytes a record when they
 * are shuffled, and eight bytes a key of a list. A shuffled order is a keyed permutation of the
 * record numbers ({@code order.SeededPermutation}).
 *
 * <p>A task reports its shard ({@link ShardReport}) with the CRC32C of each file; {@link
 * PackManifest} writes {@code _pack.json} of the reports when the job commits. While the job runs,
 * the same reports and a summary of the plan ({@link PackState}: a checksum of each shard's
 * entries) are in {@code OUTPUT/_resume} ({@link ResumeFolder}). {@code --resume} moves each shard
 * whose task had committed to a folder there before the tasks begin; the task of the shard takes it
 * from there by a rename, reads it, and packs it anew unless the checksums are the recorded ones.
 */
package dev.recordio.jobs.pack;
