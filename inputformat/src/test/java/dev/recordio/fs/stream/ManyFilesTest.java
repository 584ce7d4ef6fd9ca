// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowReader;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.testing.Damage;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What files share is looked up once for all files of a reader. */
class ManyFilesTest {
  private static final int FILES = 20;

  private final Configuration conf = LocalFiles.raw();
  @TempDir Path folder;

  /** A codec of no file here: how often it is made shows how often codecs are looked up. */
  public static final class CountedCodec extends DefaultCodec {
    private static final AtomicInteger MADE = new AtomicInteger();

    /** For Hadoop, which makes one whenever it looks up codecs. */
    public CountedCodec() {
      MADE.incrementAndGet();
    }

    @Override
    public String getDefaultExtension() {
      return ".counted";
    }
  }

  @BeforeEach
  void countCodecs() {
    conf.set("io.compression.codecs", CountedCodec.class.getName());
    CountedCodec.MADE.set(0);
  }

  private List<InputRange> write(byte[] content, String suffix) throws IOException {
    var ranges = new ArrayList<InputRange>();
    for (int i = 0; i < FILES; i++) {
      Path file = Files.write(folder.resolve(i + suffix), content);
      ranges.add(new InputRange(LocalFiles.path(file), 0, content.length));
    }
    return ranges;
  }

  @Test
  void codecsOfTextAreLookedUpOnce() throws IOException {
    List<InputRange> ranges = write("1 1:2\n0 2:1".getBytes(), ".svm");
    try (RowReader rows = RowInputs.open(conf, ranges)) {
      long count = 0;
      for (var block = new CsrBlock(); rows.next(block); ) {
        count += block.rows();
      }
      assertEquals(2 * FILES, count);
    }
    assertEquals(1, CountedCodec.MADE.get());
  }

  @Test
  void codecsOfRecordsAreLookedUpOnce() throws IOException {
    byte[] file = Damage.file(List.of(Damage.payload(1, 10), Damage.payload(2, 0)));
    List<InputRange> ranges = write(file, ".rec");
    try (var records = new RecordSplitReader(conf, ranges, DamageTracker.failing())) {
      while (records.next()) {
        // Each file is opened.
      }
      assertEquals(2 * FILES, records.damage().soundRecords());
    }
    assertEquals(1, CountedCodec.MADE.get());
  }
}
