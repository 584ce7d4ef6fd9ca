// SPDX-License-Identifier: Apache-2.0
/**
 * Protobuf's wire format.
 *
 * <p>Entry points: {@link ProtoWriter}.
 */
package dev.recordio.formats.protobuf;
