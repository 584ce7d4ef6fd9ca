// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.store;

import dev.recordio.reader.Source;
import dev.recordio.reader.SourceProvider;
import dev.recordio.reader.SourceProvider.ReaderContext;
import dev.recordio.store.Snapshot;
import dev.recordio.store.Store;
import dev.recordio.store.split.StoreSplitPlanner;
import java.io.IOException;
import java.util.List;

/**
 * {@code store:DIR}: the records of a store that are not deleted, by ascending ids or in any order,
 * of one generation: the newest when it is opened, unless {@code recordio.store.generation} or
 * {@code recordio.store.tag} specify another; with the fields of {@code recordio.store.fields}.
 */
public final class StoreProvider implements SourceProvider {
  @Override
  public List<String> prefixes() {
    return List.of("store");
  }

  @Override
  public boolean fits(byte[] head, int length) {
    return false; // a store is a folder of many files: none of them is its input
  }

  @Override
  public Source<?> open(ReaderContext context, String prefix, String text, String input)
      throws IOException {
    StoreText of = StoreText.parse(context.conf(), input);
    Snapshot snapshot = Store.open(of.conf(), of.folder()).configured();
    List<String> fields = StoreSplitPlanner.fields(of.conf());
    return new StoreSource(of.conf(), text, snapshot, fields == null ? List.of() : fields);
  }
}
