// SPDX-License-Identifier: Apache-2.0
/**
 * The RecordIO wire format: bytes in memory, no Hadoop type, no I/O.
 *
 * <p>Entry points: {@link RecordCursor} walks the records of a buffer, {@link RecordEncoder} frames
 * payloads, {@link RecordIOFormat} has the constants and the rule of a record start. FORMAT.md
 * specifies the format; the classes here are its only implementation. Start with {@link
 * RecordCursor}: there is no other loop over record headers.
 */
package dev.recordio.wire;
