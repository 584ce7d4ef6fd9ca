// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.QuarantineFile;
import java.io.IOException;
import java.util.Iterator;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Opens pipelines of readers:
 *
 * <pre>
 * try (Reader&lt;RecordBatch&gt; reader =
 *     Readers.open(conf, "recordio:/data | order(epoch,seed=7) | batch(256) | prefetch(64m)")) {
 *   while (reader.next()) {
 *     train(reader.get());
 *   }
 * }
 * </pre>
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class Readers {
  private Readers() {}

  /**
   * Opens the pipeline of the key {@code recordio.reader.spec}.
   *
   * @see #open(Configuration, String)
   */
  public static <T> Reader<T> open(Configuration conf) throws IOException {
    String spec = ReaderConf.SPEC.get(conf);
    if (spec.isEmpty()) {
      throw new InvalidSettingException(ReaderConf.SPEC + " is not set: it takes a pipeline");
    }
    return open(conf, spec);
  }

  /**
   * Opens a pipeline. Worker and first epoch are those of the keys {@code recordio.reader.shard}
   * and {@code recordio.input.epoch}; damage is dealt with as {@code
   * recordio.input.corrupt-record.*} specify.
   *
   * @param spec its text: {@code INPUT | stage | stage}
   * @param <T> the items, which the text specifies: {@link Record} or {@link Row}; {@link
   *     RecordBatch} or {@link RowBatch} of batches
   * @throws InvalidSettingException when the text is invalid; the message has the nearest right one
   * @throws IOException when the input can't be listed
   */
  public static <T> Reader<T> open(Configuration conf, String spec) throws IOException {
    DamageSettings damage = DamageSettings.of(conf);
    damage.requireQuarantineFolder();
    if (!damage.quarantines()) {
      return open(conf, spec, DamageTracker.of(conf, null));
    }
    var file = new Path(damage.quarantineFolder(), "reader-" + UUID.randomUUID() + ".tsv");
    var quarantine = new QuarantineFile(conf, file);
    return new ClosingReader<>(open(conf, spec, DamageTracker.of(conf, quarantine)), quarantine);
  }

  /**
   * Opens a pipeline.
   *
   * @param damage decides about damaged records, and counts them
   */
  @InterfaceAudience.Private
  @SuppressWarnings("unchecked") // the caller knows what the text specifies
  public static <T> Stage<T> open(Configuration conf, String spec, DamageTracker damage)
      throws IOException {
    return (Stage<T>) Pipelines.open(new ReaderContext(conf, damage), spec);
  }

  /**
   * Returns the items of a reader, up to its end, as copies, which last. {@code hasNext} reads an
   * item ahead. An {@link IOException} of the reader comes as an {@link
   * java.io.UncheckedIOException}; closing the reader is left to the caller.
   */
  public static <T> Iterator<T> iterator(Reader<T> reader) {
    return new ReaderIterator<>(stage(reader));
  }

  /** Returns the same items as a stream; closing it closes the reader. */
  public static <T> Stream<T> stream(Reader<T> reader) {
    return ReaderIterator.stream(stage(reader));
  }

  private static <T> Stage<T> stage(Reader<T> reader) {
    if (reader instanceof Stage<T> stage) {
      return stage;
    }
    throw new IllegalArgumentException(
        "how items of " + reader.getClass() + " are copied is not known");
  }
}
