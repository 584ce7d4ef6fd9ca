// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.output;

import dev.recordio.fs.index.RecordFileWriter;
import java.io.IOException;

/** Values of any bytes, a record of a {@code .rec} file each; its key is its number in the file. */
final class PayloadFile implements FieldFile {
  /** A payload is shorter, by the format. */
  private static final int MAX_PAYLOAD = 1 << 29;

  private static final byte[] NONE = {};

  private final RecordFileWriter records;
  private final PresentOutput present;
  private final String name;

  PayloadFile(RecordFileWriter records, PresentOutput present, String name) {
    this.records = records;
    this.present = present;
    this.name = name;
  }

  @Override
  public void value(byte[] buffer, int offset, int length) throws IOException {
    if (length >= MAX_PAYLOAD) {
      throw new IOException(
          "a value of "
              + length
              + " bytes does not fit a record of "
              + name
              + ", which holds less than "
              + MAX_PAYLOAD);
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
    records.close();
  }

  @Override
  public void close() throws IOException {
    try (present) {
      records.close();
    }
  }
}
