// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import dev.recordio.formats.output.OutputConf;
import dev.recordio.formats.output.SampleFacts;
import dev.recordio.formats.output.SampleRecord;
import dev.recordio.image.ImageContent;
import dev.recordio.jobs.records.census.Census;
import dev.recordio.jobs.records.census.NumberedSplit;
import dev.recordio.jobs.records.census.RecordContent;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Finds out what the records of an export have in common, from the census. */
final class ExportSurvey {
  private final EnumSet<ImageContent> formats = EnumSet.noneOf(ImageContent.class);
  private long withHeader;
  private String firstWithout;
  private long records;
  private boolean integral = true;
  private boolean identities = true;
  private long minLabel = Long.MAX_VALUE;
  private long maxLabel = Long.MIN_VALUE;
  private boolean id2;
  private boolean oddHeaders;
  private boolean largeKey;

  /**
   * Returns what the records of a census share.
   *
   * @throws BadInputException when only some have an image header, or some have none and must
   */
  static SampleFacts facts(Configuration conf, Census census) throws IOException {
    var survey = new ExportSurvey();
    census.forEach(
        (number, split, offset, length, value, key) -> survey.add(value, key, split, offset));
    return survey.facts(OutputConf.HEADER.getChoice(conf));
  }

  private void add(long bits, long key, NumberedSplit split, long offset) {
    records++;
    boolean header = RecordContent.hasHeader(bits);
    formats.add(RecordContent.format(bits));
    id2 |= RecordContent.hasId2(bits);
    oddHeaders |= RecordContent.hasOddHeader(bits);
    largeKey |= header ? RecordContent.hasLargeId(bits) : key < 0;
    if (!header) {
      if (firstWithout == null) {
        firstWithout = split.getPath() + " at offset " + offset;
      }
      return;
    }
    withHeader++;
    integral &= RecordContent.isIntegral(bits);
    identities &= split.faces() != null && SampleRecord.isIntegral(RecordContent.label(bits));
    if (integral || identities) {
      long label = (long) RecordContent.label(bits);
      minLabel = Math.min(minLabel, label);
      maxLabel = Math.max(maxLabel, label);
    }
  }

  private SampleFacts facts(String header) throws BadInputException {
    boolean none = header.equals("none") || header.equals("auto") && withHeader == 0;
    if (!none && withHeader < records) {
      throw new BadInputException(
          (records - withHeader)
              + " of "
              + records
              + " records have no image header, the first is "
              + firstWithout
              + "; to export the payloads as they are: --header none",
          null);
    }
    boolean labels = !none && (integral || identities) && records > 0;
    return new SampleFacts(
        records,
        !none,
        labels && integral,
        labels && identities && !integral,
        labels ? minLabel : 0,
        labels ? maxLabel : 0,
        !none && id2,
        !none && oddHeaders,
        largeKey,
        List.copyOf(formats),
        null,
        List.of());
  }
}
