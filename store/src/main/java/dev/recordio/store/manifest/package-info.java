// SPDX-License-Identifier: Apache-2.0
/**
 * Generations of a record store: manifests, how they are found, read and published; tags.
 *
 * <p>Entry points: {@link Manifest} and {@link Generations}.
 */
package dev.recordio.store.manifest;
