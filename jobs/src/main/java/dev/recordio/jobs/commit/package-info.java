// SPDX-License-Identifier: Apache-2.0
/**
 * Committing the shards of a job together with files about all of them, such as {@code _csr.json}.
 *
 * <p>Entry points: {@link ManifestOutputFormat} and {@link OutputManifest}; {@link OutputFolder}
 * for commands that are no jobs. A task attempt leaves the results of its shards in a folder of its
 * own; when the job commits, the manifest reads the results of the committed attempts, and writes
 * its files after the shards are visible.
 */
package dev.recordio.jobs.commit;
