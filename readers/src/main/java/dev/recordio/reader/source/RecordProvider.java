// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.bytes.FileSignature;
import dev.recordio.fs.input.InputSpec;
import dev.recordio.fs.record.RecordInputs;
import dev.recordio.reader.Source;
import dev.recordio.reader.SourceProvider;
import dev.recordio.reader.SourceProvider.ReaderContext;
import java.io.IOException;

/** {@code recordio:INPUT}: the records of RecordIO files. */
public final class RecordProvider implements SourceProvider {
  @Override
  public String prefix() {
    return "recordio";
  }

  @Override
  public boolean fits(byte[] head, int length) {
    return FileSignature.of(head, length) == FileSignature.RECORD_IO;
  }

  @Override
  public Source<?> open(ReaderContext context, String text, String input) throws IOException {
    return new RecordSource(
        context.conf(),
        text,
        RecordInputs.list(context.conf(), InputSpec.parse(input), null),
        context.damage());
  }
}
