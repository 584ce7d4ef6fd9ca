// SPDX-License-Identifier: Apache-2.0
/**
 * The pack job: many files become a set of {@code .rec} shards with their {@code .idx}.
 *
 * <p>Entry points: {@link PackJob} and the command. The client scans the input ({@code source})
 * into a plan, a file of one short entry per record, and cuts it into shards of equal bytes. One
 * map task writes one shard, so the bytes of a shard depend only on the plan, not on how many tasks
 * run, where, or how often.
 *
 * <p>The client scans the input into a plan and cuts it into shards of equal bytes; a map task
 * writes one shard, by its number. So the bytes of a shard depend on the input only. Sources pass
 * through a file on the client's disk: memory does not grow with their number, except for one
 * folder's names while they are sorted, eight bytes a record when they are shuffled, and eight
 * bytes a key of a list. A shuffled order is a keyed permutation of the record numbers ({@code
 * order.SeededPermutation}).
 *
 * <p>A task leaves a report of its shard ({@code pack.ShardReport}) with the SHA-256 of each file,
 * from which {@code pack.PackManifest} writes {@code _pack.json} when the job commits, as for csr.
 * While the job runs, the same reports and a summary of the plan ({@code pack.PackState}: a
 * checksum of each shard's entries) are in {@code OUTPUT/_resume}. {@code --resume} moves each
 * shard whose task had committed to a folder there ({@code pack.ResumeFolder}) before the tasks
 * begin; the task of the shard takes it from there by a rename, reads it, and packs it anew unless
 * the digests are the recorded ones ({@code pack.KeptShard}).
 */
package dev.recordio.jobs.pack;
