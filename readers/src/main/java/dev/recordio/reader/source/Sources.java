// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.reader.ListBatch;
import dev.recordio.reader.Reader;
import dev.recordio.reader.Schema;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Sources for programs; the other sources are named in the text of a pipeline ({@code
 * Readers.open}).
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class Sources {
  private static final Schema OBJECT =
      new Schema(List.of(new Schema.Field("object", Schema.Type.OBJECT, List.of(), "")));

  private Sources() {}

  /**
   * Returns a reader of the objects of a list, in its order each epoch. Neither the list nor its
   * objects may change.
   */
  public static <T> Reader<T> of(List<? extends T> list) {
    return new ListSource<T>(list, ListBatch.items(OBJECT));
  }

  /**
   * Returns a reader of one worker's share of the objects of a list: those at the places worker,
   * worker + workers, ...
   *
   * @param worker which worker, from 0
   * @param workers how many there are
   * @throws InvalidSettingException when there is no such worker
   */
  public static <T> Reader<T> of(List<? extends T> list, int worker, int workers) {
    var source = new ListSource<T>(list, ListBatch.items(OBJECT));
    source.share(worker, workers);
    return source;
  }
}
