// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.store;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.order.RecordOrder;
import dev.recordio.reader.InputIdentity;
import dev.recordio.reader.Items;
import dev.recordio.reader.Source;
import dev.recordio.reader.Stage.Hint;
import dev.recordio.reader.share.InputPart;
import dev.recordio.store.GatherBatch;
import dev.recordio.store.Snapshot;
import dev.recordio.store.StoreGather;
import dev.recordio.store.StoreRecord;
import dev.recordio.store.split.ReadWindow;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * The records of a snapshot that are not deleted, numbered by ascending ids: windows of an epoch's
 * order are gathered.
 */
final class StoreSource extends Source<StoreItem> {
  private final String text;
  private final Snapshot snapshot;
  private final StoreGather gather;
  private final ReadWindow window;
  private final StoreItems items;
  private final StoreItem item;
  private LiveIds live;
  private RecordOrder order;
  private Turn turn;
  private long first; // of the part
  private long next; // item of the share, after the window
  private long[] ids = new long[64];
  private long[] positions = new long[64];
  private GatherBatch batch;
  private int at; // in the window

  /**
   * Creates the source.
   *
   * @param text the source as texts of pipelines have it
   * @param fields the names of the fields; all if there are none
   */
  StoreSource(Configuration conf, String text, Snapshot snapshot, List<String> fields) {
    this.text = text;
    this.snapshot = snapshot;
    gather = snapshot.gather(fields);
    window = new ReadWindow(conf);
    items = new StoreItems(gather.schema());
    item = new StoreItem(new StoreRecord(gather.schema()));
  }

  @Override
  public void part(InputPart of) {
    if (of.rule() == InputPart.Rule.BYTES) {
      throw new InvalidSettingException(
          of + " cuts files by bytes, but a store by records: use rule=equal or rule=count");
    }
    choosePart(of);
  }

  @Override
  protected void begin(long from) throws IOException {
    if (live == null) {
      live = LiveIds.of(snapshot);
    }
    closeBatch();
    long count = live.count();
    first = part() == null ? 0 : part().first(count, 0);
    long after = part() == null ? count : part().first(count, 1);
    order = order(after - first);
    turn = turn();
    next = from;
  }

  @Override
  protected boolean read() throws IOException {
    at++;
    if (batch == null || at == batch.size()) {
      if (!readWindow()) {
        return false;
      }
    }
    item.record().set(batch, at);
    item.setPlace(positions[at], batch.id(at), snapshot.path(), 0);
    handed(next - batch.size() + at);
    return true;
  }

  private boolean readWindow() throws IOException {
    closeBatch();
    int most = window.records();
    int count = 0;
    for (; count < most; count++) {
      long position = turn.at(next);
      if (position == NO_POSITION || position >= order.count()) {
        break;
      }
      if (count == ids.length) {
        ids = Arrays.copyOf(ids, 2 * count);
        positions = Arrays.copyOf(positions, 2 * count);
      }
      positions[count] = position;
      ids[count] = live.id(first + order.at(position));
      next++;
    }
    if (count == 0) {
      return false;
    }
    batch = gather.get(count == ids.length ? ids : Arrays.copyOf(ids, count));
    window.read(batch);
    at = 0;
    return true;
  }

  private void closeBatch() {
    if (batch != null) {
      batch.close();
      batch = null;
    }
  }

  @Override
  protected StoreItem item() {
    return item;
  }

  @Override
  public Items<StoreItem> items() {
    return items;
  }

  @Override
  protected InputIdentity identify() {
    return InputIdentity.of(
        snapshot.manifest().store() + "\t" + snapshot.generation(),
        new InputIdentity.Listed(
            snapshot.toString(), snapshot.length(), snapshot.manifest().time()));
  }

  @Override
  public Hint hint() {
    return Hint.START; // numbers need none
  }

  @Override
  public String text() {
    return text;
  }

  @Override
  protected void end() throws IOException {
    closeBatch();
    gather.close();
  }
}
