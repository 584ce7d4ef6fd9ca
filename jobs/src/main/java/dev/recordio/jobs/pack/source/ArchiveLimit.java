// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.jobs.run.error.BadInputException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * How many bytes one archive may unpack to: {@link PackConf#ARCHIVE_MAX_BYTES}, and {@link
 * PackConf#ARCHIVE_MAX_RATIO} times its own length. The ratio counts only from 64 MiB on: a small
 * archive of equal bytes harms nobody.
 */
final class ArchiveLimit {
  private static final long FREE = 64L << 20;

  private final String archive;
  private final long maxBytes;
  private final long maxRatio;
  private final long limit;

  /**
   * Makes the limit of an archive.
   *
   * @param length of the archive, in bytes
   */
  ArchiveLimit(Configuration conf, Path archive, long length) {
    this.archive = archive.toString();
    maxBytes = PackConf.ARCHIVE_MAX_BYTES.getBytes(conf);
    maxRatio = PackConf.ARCHIVE_MAX_RATIO.getLong(conf);
    boolean huge = length > Long.MAX_VALUE / maxRatio;
    limit = Math.min(maxBytes, huge ? Long.MAX_VALUE : Math.max(FREE, length * maxRatio));
  }

  /**
   * Refuses an archive that unpacks to too many bytes.
   *
   * @param unpacked bytes so far, or as the archive claims
   * @throws BadInputException that names the key of the limit
   */
  void check(long unpacked) throws BadInputException {
    if (unpacked > limit) {
      throw new BadInputException(message(), null);
    }
  }

  private String message() {
    boolean absolute = limit == maxBytes;
    PackConf key = absolute ? PackConf.ARCHIVE_MAX_BYTES : PackConf.ARCHIVE_MAX_RATIO;
    return "archive that unpacks to too much: "
        + archive
        + ": expected at most "
        + limit
        + " bytes"
        + (absolute ? "" : ", " + maxRatio + " times its own or 64 MiB")
        + ", found more"
        + " (if it is meant to: -D "
        + key
        + "=N with a larger N)";
  }
}
