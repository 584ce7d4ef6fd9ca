// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.output;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;

/** Values of any bytes, a record of a {@code .rec} file each; its key is its number in the file. */
final class PayloadFile implements FieldFile {
  private static final byte[] NONE = {};

  private final RecordFileWriter records;
  private final PresentOutput present;
  private final String name;
  private boolean finished;

  PayloadFile(RecordFileWriter records, PresentOutput present, String name) {
    this.records = records;
    this.present = present;
    this.name = name;
  }

  @Override
  public void value(byte[] buffer, int offset, int length) throws IOException {
    if (length > RecordIOFormat.MAX_PAYLOAD_BYTES) {
      throw new IOException(
          "a value of "
              + length
              + " bytes does not fit a record of "
              + name
              + ", which holds at most "
              + RecordIOFormat.MAX_PAYLOAD_BYTES);
    }
    present.add(true);
    records.write(records.count(), buffer, offset, length);
  }

  @Override
  public void absent() throws IOException {
    present.add(false);
    records.write(records.count(), NONE, 0, 0);
  }

  @Override
  public void finish() throws IOException {
    present.finish();
    finished = true;
    records.close();
  }

  @Override
  public void close() throws IOException {
    try (present) {
      if (!finished) {
        records.close();
      }
    }
  }
}
