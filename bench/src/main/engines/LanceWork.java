// SPDX-License-Identifier: Apache-2.0

import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.lance.Dataset;

/**
 * Lance's side of comparisons: reads commands, a line each, words with tabs between, and answers
 * each with {@code done}, the number of rows, their bytes, a checksum over the first and last byte
 * of each, and the time by the clock and on processors in nanoseconds. Run from its source.
 *
 * <pre>
 * create WIDTH ROWS OUT  makes a dataset of a file with rows of WIDTH bytes, one after the other
 * warm IDS               reads rows by the numbers in a file, of the dataset that is open
 * cold IDS               the same, after opening it anew
 * </pre>
 */
public final class LanceWork {
  private static final String COLUMN = "row";

  private static final BufferAllocator ALLOCATOR = new RootAllocator();
  private static String uri;
  private static Dataset open;

  private LanceWork() {}

  private static long cpu() {
    var os = ManagementFactory.getOperatingSystemMXBean();
    return ((com.sun.management.OperatingSystemMXBean) os).getProcessCpuTime();
  }

  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    var lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] words = line.split("\t");
      if (words[0].equals("create")) {
        uri = words[3];
        create(Integer.parseInt(words[1]), new File(words[2]));
        open = dataset();
        System.out.println("done 0 0 0 1 1");
        continue;
      }
      List<Long> ids = ids(Path.of(words[1]));
      boolean cold = words[0].equals("cold");
      if (cold) {
        open.close();
      }
      long wall = System.nanoTime();
      long cpu = cpu();
      if (cold) {
        open = dataset();
      }
      long[] found = read(ids);
      wall = System.nanoTime() - wall;
      cpu = cpu() - cpu;
      System.out.println(
          "done " + found[0] + " " + found[1] + " " + found[2] + " " + wall + " " + cpu);
    }
  }

  private static Dataset dataset() {
    return Dataset.open().allocator(ALLOCATOR).uri(uri).build();
  }

  private static List<Long> ids(Path file) throws IOException {
    var buffer = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    var ids = new ArrayList<Long>();
    while (buffer.hasRemaining()) {
      ids.add(buffer.getLong());
    }
    return ids;
  }

  private static void create(int width, File rows) throws Exception {
    var schema =
        new Schema(List.of(Field.notNullable(COLUMN, new ArrowType.FixedSizeBinary(width))));
    try (var reader = new RowReader(schema, width, rows);
        ArrowArrayStream stream = ArrowArrayStream.allocateNew(ALLOCATOR)) {
      Data.exportArrayStream(ALLOCATOR, reader, stream);
      Dataset.write().allocator(ALLOCATOR).stream(stream).uri(uri).execute().close();
    }
  }

  /** Touches the first and the last byte of each row. */
  private static long[] read(List<Long> ids) throws IOException {
    long count = 0;
    long bytes = 0;
    long sum = 0;
    try (ArrowReader reader = open.take(ids, List.of(COLUMN))) {
      while (reader.loadNextBatch()) {
        var rows = (FixedSizeBinaryVector) reader.getVectorSchemaRoot().getVector(COLUMN);
        int width = rows.getByteWidth();
        var data = rows.getDataBuffer();
        for (int i = 0; i < rows.getValueCount(); i++) {
          long at = (long) i * width;
          sum = 31 * sum + (data.getByte(at) << 8 | data.getByte(at + width - 1) & 0xFF);
          bytes += width;
        }
        count += rows.getValueCount();
      }
    }
    return new long[] {count, bytes, sum};
  }

  /** The rows of a file, some MiB at a time. */
  private static final class RowReader extends ArrowReader {
    private static final int BATCH_BYTES = 4 << 20;

    private final Schema schema;
    private final int width;
    private final DataInputStream in;
    private long left;

    RowReader(Schema schema, int width, File rows) throws IOException {
      super(ALLOCATOR);
      this.schema = schema;
      this.width = width;
      left = rows.length() / width;
      in = new DataInputStream(Files.newInputStream(rows.toPath()));
    }

    @Override
    public boolean loadNextBatch() throws IOException {
      VectorSchemaRoot root = getVectorSchemaRoot();
      int count = (int) Math.min(left, Math.max(1, BATCH_BYTES / width));
      var vector = (FixedSizeBinaryVector) root.getVector(COLUMN);
      vector.allocateNew(Math.max(1, count));
      byte[] row = new byte[width];
      for (int i = 0; i < count; i++) {
        in.readFully(row);
        vector.set(i, row);
      }
      root.setRowCount(count);
      left -= count;
      return count > 0;
    }

    @Override
    public long bytesRead() {
      return 0;
    }

    @Override
    protected void closeReadSource() throws IOException {
      in.close();
    }

    @Override
    protected Schema readSchema() {
      return schema;
    }
  }
}
