// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.reader.Readers.Pipelines;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * Kinds of sources, by the names that texts of pipelines have before the colon. Declared in {@code
 * META-INF/services}.
 */
public interface SourceProvider {
  /** Returns the names, at least one, in lower case. */
  List<String> prefixes();

  /**
   * Whether an input is of the first kind, by its first file's first bytes.
   *
   * @param head these bytes, uncompressed
   * @param length how many they are
   */
  boolean fits(byte[] head, int length);

  /**
   * Opens an input; reads no more of it than a list of its files.
   *
   * @param prefix which kind it is of
   * @param text the source as it is written
   * @param input the list of inputs
   * @throws IOException when the input does not exist
   */
  Source<?> open(ReaderContext context, String prefix, String text, String input)
      throws IOException;

  /**
   * What the stages of a pipeline share.
   *
   * @param conf gives the file systems and the keys
   * @param damage decides about damaged records
   */
  public record ReaderContext(Configuration conf, DamageTracker damage) {
    /** Returns the first epoch, which the key specifies. */
    public long firstEpoch() {
      long epoch = RecordIOConf.INPUT_EPOCH.getLong(conf);
      if (epoch < 0) {
        throw new InvalidSettingException(
            RecordIOConf.INPUT_EPOCH + " is " + epoch + "; a reader's first epoch is at least 0");
      }
      return epoch;
    }

    /** Opens another pipeline, such as one that is zipped with this one. */
    public Stage<?> open(String spec) throws IOException {
      return Pipelines.open(this, spec);
    }
  }
}
