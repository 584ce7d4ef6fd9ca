// SPDX-License-Identifier: Apache-2.0
/**
 * Hadoop's SequenceFiles of keys and payloads.
 *
 * <p>Entry points: {@link SequenceFileOutput}.
 */
package dev.recordio.formats.sequence;
