// SPDX-License-Identifier: Apache-2.0
/**
 * The RecordIO wire format: bytes in memory, no Hadoop type, no I/O.
 *
 * <p>FORMAT.md states the format; the classes here are its only implementation.
 */
package dev.recordio.wire;
