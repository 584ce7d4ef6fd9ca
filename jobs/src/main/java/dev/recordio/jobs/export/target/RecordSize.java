// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export.target;

import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.records.census.RecordContent;
import dev.recordio.wire.RecordIOFormat;

/**
 * How large a record is, as far as the census knows: a few bytes may be padding, or further labels.
 *
 * @param payload bytes, with the image header if there is one
 * @param image bytes without it
 * @param integral whether its only label is a whole number
 */
public record RecordSize(long payload, long image, boolean integral) {
  /**
   * Returns the size of a noted record.
   *
   * @param length its bytes in its file
   * @param content its {@link RecordContent}; 0 for payloads as they are
   */
  public static RecordSize of(ExportPlan plan, long length, long content) {
    long payload = length - RecordIOFormat.HEADER_BYTES;
    return plan.header()
        ? new RecordSize(
            payload, payload - ImageRecordHeader.FIXED_BYTES, RecordContent.isIntegral(content))
        : new RecordSize(payload, payload, false);
  }
}
