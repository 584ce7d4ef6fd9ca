// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.jobs.report.tally.SampledRecord;

/**
 * A record of the sample as the page shows it.
 *
 * @param key its key, from the index of its file, else its image header; null when it has none
 * @param label its labels as text; null when it has none
 * @param kind what the payload is: a format of images and its size, or bytes
 * @param thumbnail its image; null when there is none
 * @param text what is shown in place of an image: why there is none, or the payload's beginning
 * @param isBroken whether it is an image that does not decode, or can't be read any more
 */
record ShownRecord(
    SampledRecord record,
    String key,
    String label,
    String kind,
    Thumbnails.Thumbnail thumbnail,
    String text,
    boolean isBroken) {}
