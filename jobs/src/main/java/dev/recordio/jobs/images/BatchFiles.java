// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.images;

import dev.recordio.fs.stream.FileReplacement;
import dev.recordio.fs.stream.Files;
import dev.recordio.images.augment.ImageDtype;
import dev.recordio.images.batch.ImageBatch;
import dev.recordio.images.batch.LabelLayout;
import dev.recordio.jobs.cli.result.Json;
import dev.recordio.jobs.commit.OutputFolder;
import dev.recordio.npy.NpyHeader;
import dev.recordio.npy.NpyType;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Path;

/**
 * Writes batches as NPY files in a folder: {@code data-00000.npy}, {@code label-00000.npy}, {@code
 * id-00000.npy} and so on; at last {@code batches.tsv}, with batch, epoch, rows and pad of each. A
 * folder without the latter is not complete. Where the number of labels varies or labels have
 * boxes, {@code labels.json} says what the columns are.
 */
final class BatchFiles implements BatchesCommand.BatchSink, Closeable {
  private static final String LIST = "batches.tsv";
  private static final String LABELS = "labels.json";
  private static final int PIECE = 1 << 16;

  private final Configuration conf;
  private final OutputFolder folder;
  private final StringBuilder list = new StringBuilder();
  private final byte[] piece = new byte[PIECE];
  private LabelLayout layout; // of the batches so far; or null

  /**
   * Claims the folder, and checks that it can be made, or is empty.
   *
   * @param inputs what is read
   * @throws FileAlreadyExistsException when there is something in it, or it is a file
   */
  BatchFiles(Configuration conf, Path folder, List<Path> inputs) throws IOException {
    this.conf = conf;
    this.folder = OutputFolder.claim(conf, folder, inputs, true);
  }

  /** Makes the folder. */
  void begin() throws IOException {
    folder.make();
  }

  @Override
  public void batch(ImageBatch batch) throws IOException {
    String number = String.format(Locale.ROOT, "-%05d.npy", batch.number());
    long[] shape = Arrays.stream(batch.shape()).asLongStream().toArray();
    write("data" + number, NpyHeader.of(NpyType.parse(type(batch.dtype())), shape), batch.data());

    layout = batch.labelLayout();
    int rows = batch.rows();
    int width = batch.labelWidth();
    ByteBuffer labels = littleEndian(rows * width * Float.BYTES);
    labels.asFloatBuffer().put(batch.labels());
    byte[] header =
        width == 1
            ? NpyHeader.vector(NpyHeader.FLOAT32, rows)
            : NpyHeader.array(NpyHeader.FLOAT32, rows, width);
    write("label" + number, header, labels);

    ByteBuffer ids = littleEndian(rows * Long.BYTES);
    ids.asLongBuffer().put(batch.ids());
    write("id" + number, NpyHeader.vector(NpyHeader.UINT64, rows), ids);

    list.append(batch.number()).append('\t').append(batch.epoch());
    list.append('\t').append(rows).append('\t').append(batch.pad()).append('\n');
  }

  private static ByteBuffer littleEndian(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static String type(ImageDtype dtype) {
    return switch (dtype) {
      case FLOAT32 -> NpyHeader.FLOAT32;
      case UINT8 -> NpyHeader.UINT8;
      case INT8 -> NpyHeader.INT8;
      case FLOAT16 -> "<f2";
      case UINT16 -> "<u2";
      case INT16 -> "<i2";
    };
  }

  private void write(String name, byte[] header, ByteBuffer numbers) throws IOException {
    try (OutputStream out = Files.create(conf, new Path(folder.path(), name))) {
      out.write(header);
      while (numbers.hasRemaining()) {
        int length = Math.min(piece.length, numbers.remaining());
        numbers.get(piece, 0, length);
        out.write(piece, 0, length);
      }
    }
  }

  @Override
  public void end() throws IOException {
    if (layout != null && (layout.varies() || layout.isDetection())) {
      var columns = new LinkedHashMap<String, Object>();
      columns.put("labelWidth", layout.width());
      columns.put("labelPadValue", layout.padValue());
      if (layout.isDetection()) {
        columns.put("headerWidth", layout.headerWidth());
        columns.put("objectWidth", layout.objectWidth());
        columns.put("objectColumns", layout.columns());
      }
      replace(LABELS, Json.text(columns, List.of()) + '\n');
    }
    replace(LIST, list.toString());
    folder.keep();
  }

  private void replace(String name, String text) throws IOException {
    Path file = new Path(folder.path(), name);
    try (var whole = new FileReplacement(conf, file, UUID.randomUUID().toString())) {
      whole.out().write(text.getBytes(StandardCharsets.US_ASCII));
      whole.out().close();
      whole.commit();
    }
  }

  /** Removes a folder that is not complete, and gives it back. */
  @Override
  public void close() throws IOException {
    folder.close();
  }
}
