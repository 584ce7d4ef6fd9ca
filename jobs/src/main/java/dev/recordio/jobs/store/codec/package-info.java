// SPDX-License-Identifier: Apache-2.0
/**
 * Codecs of values that the library does not bring along.
 *
 * <p>Entry points: {@link dev.recordio.jobs.store.codec.ZstdCodec}, found as a service.
 */
package dev.recordio.jobs.store.codec;
