// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.order.RecordOrder;
import dev.recordio.reader.Batch;
import dev.recordio.reader.ListBatch;
import dev.recordio.reader.Ordering;
import dev.recordio.reader.Record;
import dev.recordio.reader.Schema;
import dev.recordio.reader.Source;
import dev.recordio.reader.Zipped;
import dev.recordio.reader.source.ListSource;
import dev.recordio.reader.source.RecordSource;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** Lists and files that pipelines of tests read. The text of an item is its number. */
final class TestInputs {
  private static final Pattern NUMBER =
      Pattern.compile("(?<!\\+)\\b\\d+"); // not of rows that fill up

  private TestInputs() {}

  /** The numbers below n, in another order in each epoch. */
  static Kind.TestInput list(int n, long seed) {
    List<Integer> list = IntStream.range(0, n).boxed().toList();
    Ordering permuted = permuted(seed);
    return new Input(n, 64, number -> 64) {
      @Override
      public Source<?> open() {
        var source = new ListSource<>(list, ListBatch.<Integer>items(Schema.RECORD));
        source.order(permuted);
        return source;
      }

      @Override
      public List<String> texts(long epoch) {
        try {
          RecordOrder order = permuted.of(n, epoch);
          return LongStream.range(0, n).mapToObj(p -> Long.toString(order.at(p))).toList();
        } catch (IOException e) {
          throw new AssertionError(e);
        }
      }
    };
  }

  private static Ordering permuted(long seed) {
    return new Ordering() {
      @Override
      public RecordOrder of(long n, long epoch) {
        return RecordOrder.permutation(n, seed, epoch);
      }

      @Override
      public boolean isSequential() {
        return false;
      }

      @Override
      public String toString() {
        return "order(permutation,seed=" + seed + ")";
      }
    };
  }

  /** Returns the payload of record {@code number} of the files. */
  static byte[] payload(long number) {
    var payload = new byte[(int) (number * 37 % 101)];
    Arrays.fill(payload, (byte) number);
    return payload;
  }

  /** Writes record {@code i} as {@link #payload}, so many into each of several files. */
  static Kind.TestInput files(Path folder, int... counts) throws IOException {
    Configuration conf = LocalFiles.raw();
    var files = new ArrayList<FileStatus>();
    long number = 0;
    for (int count : counts) {
      var file = new Path(folder, files.size() + ".rec");
      try (var writer = RecordFileWriter.create(conf, file, null)) {
        for (int i = 0; i < count; i++, number++) {
          byte[] payload = payload(number);
          writer.write(number, payload, 0, payload.length);
        }
      }
      files.add(file.getFileSystem(conf).getFileStatus(file));
    }
    int n = (int) number;
    return new Input(n, 50, text -> payload(text).length) {
      @Override
      public Source<?> open() {
        return new RecordSource(conf, "recordio:test", files, DamageTracker.of(conf, null));
      }

      @Override
      public List<String> texts(long epoch) {
        return IntStream.range(0, n).mapToObj(Integer::toString).toList();
      }
    };
  }

  /** What the inputs have in common. */
  private abstract static class Input implements Kind.TestInput {
    private final int count;
    private final int typicalBytes;
    private final ToLongFunction<Long> bytes;

    Input(int count, int typicalBytes, ToLongFunction<Long> bytes) {
      this.count = count;
      this.typicalBytes = typicalBytes;
      this.bytes = bytes;
    }

    @Override
    public int count() {
      return count;
    }

    @Override
    public int typicalBytes() {
      return typicalBytes;
    }

    @Override
    public long bytes(String text) {
      return NUMBER
          .matcher(text)
          .results()
          .mapToLong(m -> bytes.applyAsLong(Long.valueOf(m.group())))
          .sum();
    }

    @Override
    public String text(Object item) {
      if (item instanceof Zipped zipped) {
        return zipped.stream().map(this::text).collect(Collectors.joining(", ", "(", ")"));
      }
      if (item instanceof Batch<?> batch) {
        return IntStream.range(0, batch.size())
                .mapToObj(i -> text(batch.get(i)))
                .collect(Collectors.joining(", ", "[", "]"))
            + "+"
            + batch.fill();
      }
      if (item instanceof Record record) {
        assertArrayEquals(payload(record.ordinal()), record.copy());
        return Long.toString(record.ordinal());
      }
      return item.toString();
    }
  }
}
