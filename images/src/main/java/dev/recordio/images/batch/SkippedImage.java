// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.batch;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * An image that was left out of an epoch, as it could not be decoded.
 *
 * @param path the file of its record
 * @param offset where the record begins in the file, in bytes
 * @param ordinal the record's number over the whole input
 * @param epoch the epoch
 * @param reason the message of the error, which names file, offset and id
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public record SkippedImage(String path, long offset, long ordinal, long epoch, String reason) {}
