// SPDX-License-Identifier: Apache-2.0
/**
 * Salvage: the records of damaged files that are sound, in new shards, with the keys of their old
 * indexes.
 *
 * <p>Entry points: {@link SalvageCommand} runs up to three jobs. The job of {@code verify} finds
 * the sound records; {@link DisplacedTask} searches the files whose index has records elsewhere,
 * and {@link SalvagePlan} decides what is kept and what is lost; {@link SalvageTask} copies the
 * records of a file.
 */
package dev.recordio.jobs.verify.salvage;
