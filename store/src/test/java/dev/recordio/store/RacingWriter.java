// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * A writer of a store with a field {@code label=<i8}, in a process of its own: after a line on its
 * standard input it appends, and prints the id of the first record of each append.
 */
public final class RacingWriter {
  /** Records of each append. */
  public static final int RECORDS = 3;

  private RacingWriter() {}

  /** Returns the value of a record of an append of a writer. */
  public static long label(int writer, int append, int record) {
    return writer * 1_000_000L + append * 1_000L + record;
  }

  /**
   * Appends.
   *
   * @param args the store, the number of the writer, how often it appends
   */
  public static void main(String[] args) throws IOException {
    var conf = new Configuration();
    conf.setInt("recordio.store.commit.attempts", 10_000);
    Store store = Store.open(conf, new Path(args[0]));
    store.snapshot(); // classes are loaded, connections made
    System.out.println("ready");
    System.out.flush();
    if (System.in.read() < 0) {
      throw new IOException("nobody says when to begin");
    }
    append(store, Integer.parseInt(args[1]), Integer.parseInt(args[2]));
  }

  private static void append(Store store, int writer, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      try (StoreAppend append = store.append()) {
        for (int record = 0; record < RECORDS; record++) {
          append.set("label", value(label(writer, i, record)));
          append.add();
        }
        append.commit();
        System.out.println(append.firstId());
      }
    }
  }

  /** Returns the bytes of a label. */
  public static byte[] value(long label) {
    return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(label).array();
  }
}
