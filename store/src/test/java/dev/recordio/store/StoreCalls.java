// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import dev.recordio.testing.Faults;
import dev.recordio.testing.Faults.Call;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The calls of a store on a file system with conditional uploads, some of which fail. */
final class StoreCalls {
  private static final Call[] CALLS = {
    Call.OPEN,
    Call.CREATE,
    Call.WRITE,
    Call.FLUSH,
    Call.FINISH,
    Call.RENAME,
    Call.DELETE,
    Call.LIST,
    Call.MKDIRS
  };

  private final Faults faults = new Faults();
  private final Faults.Rule first = faults.on(CALLS);
  private final Faults.Rule later = faults.on(CALLS);
  private final Faults.Rule writes = faults.on(Call.WRITE);

  /** How calls fail. */
  enum Mode {
    /** The call does nothing. */
    BEFORE,
    /** The call does what it should, and its answer is lost. */
    AFTER,
    /** The answer of this call is lost; the next one does nothing. */
    AFTER_AND_NEXT,
    /** This call and all later ones do nothing. */
    BEFORE_AND_ALL_LATER,
    /** The answer of this call is lost; all later ones do nothing. */
    AFTER_AND_ALL_LATER
  }

  /** Makes {@code conf} know the files of a local folder by the name that it returns. */
  Path use(Configuration conf, java.nio.file.Path folder) {
    faults.installUploads(conf);
    conf.setInt("recordio.gather.threads", 1); // calls come in the same order each time
    return new Path(Faults.SCHEME, "", folder.toString());
  }

  /** Counts calls anew; none fails. */
  void none() {
    first.never();
    later.never();
    writes.never();
  }

  /** Counts calls anew; that of a number, from 0, fails. */
  void fail(Mode how, long call) {
    none();
    switch (how) {
      case BEFORE -> first.at(call);
      case BEFORE_AND_ALL_LATER -> first.from(call);
      default -> first.at(call).afterwards();
    }
    first.fails("this call fails, or its answer is lost, as the test wants it");
    if (how == Mode.AFTER_AND_NEXT) {
      later.at(call + 1).fails("this call fails, as the test wants it");
    } else if (how == Mode.AFTER_AND_ALL_LATER) {
      later.from(call + 1).fails("this call fails, as the test wants it");
    }
  }

  /** After so many more bytes the disk is full. */
  void fill(long bytes) {
    none();
    long[] left = {bytes};
    writes
        .from(0)
        .does(
            write -> {
              if (write.bytes() > left[0]) {
                left[0] = 0;
                throw new IOException("No space left on device, as the test wants it");
              }
              left[0] -= write.bytes();
            });
  }

  /** Returns which call failed first; null when none did. */
  Call failed() {
    return first.hit();
  }
}
