// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.images;

import dev.recordio.fs.stream.FileReplacement;
import dev.recordio.fs.stream.Files;
import dev.recordio.images.augment.ImageDtype;
import dev.recordio.images.batch.ImageBatch;
import dev.recordio.jobs.run.NewOutput;
import dev.recordio.jobs.run.OutputClaim;
import dev.recordio.npy.NpyHeader;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Writes batches as NPY files in a folder: {@code data-00000.npy}, {@code label-00000.npy}, {@code
 * id-00000.npy} and so on; at last {@code batches.tsv}, with batch, epoch, rows and pad of each. A
 * folder without the latter is not complete.
 */
final class BatchFiles implements BatchesCommand.BatchSink, Closeable {
  private static final String LIST = "batches.tsv";
  private static final int PIECE = 1 << 16;

  private final Configuration conf;
  private final FileSystem fs;
  private final Path folder;
  private final OutputClaim claim;
  private boolean begun; // and not ended
  private final StringBuilder list = new StringBuilder();
  private final byte[] piece = new byte[PIECE];

  /**
   * Claims the folder, and checks that it can be made, or is empty.
   *
   * @param inputs what is read
   * @throws FileAlreadyExistsException when there is something in it, or it is a file
   */
  BatchFiles(Configuration conf, Path folder, List<Path> inputs) throws IOException {
    this.conf = conf;
    this.folder = folder;
    fs = folder.getFileSystem(conf);
    NewOutput.checkOutside(conf, folder, inputs);
    claim = OutputClaim.take(conf, folder, () -> check(inputs));
  }

  private void check(List<Path> inputs) throws IOException {
    if (!isEmptyFolder()) {
      NewOutput.check(conf, folder, inputs);
    }
  }

  private boolean isEmptyFolder() throws IOException {
    return fs.exists(folder)
        && fs.getFileStatus(folder).isDirectory()
        && fs.listStatus(folder).length == 0;
  }

  /** Makes the folder. */
  void begin() throws IOException {
    if (!fs.mkdirs(folder)) {
      throw new IOException("can't make the folder " + folder);
    }
    begun = true;
    fs.deleteOnExit(fs.makeQualified(folder)); // of a command that is stopped
  }

  @Override
  public void batch(ImageBatch batch) throws IOException {
    String number = String.format(Locale.ROOT, "-%05d.npy", batch.number());
    long[] shape = Arrays.stream(batch.shape()).asLongStream().toArray();
    write("data" + number, NpyHeader.array(type(batch.dtype()), shape), batch.data());

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
    };
  }

  private void write(String name, byte[] header, ByteBuffer numbers) throws IOException {
    try (OutputStream out = Files.create(fs, new Path(folder, name))) {
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
    Path file = new Path(folder, LIST);
    try (var whole = new FileReplacement(conf, file, UUID.randomUUID().toString())) {
      whole.out().write(list.toString().getBytes(StandardCharsets.US_ASCII));
      whole.out().close();
      whole.commit();
    }
    fs.cancelDeleteOnExit(fs.makeQualified(folder));
    begun = false;
  }

  /** Removes a folder that is not complete, and gives it back. */
  @Override
  public void close() throws IOException {
    try (claim) {
      if (begun && !claim.isLost()) {
        fs.delete(folder, true);
        fs.cancelDeleteOnExit(fs.makeQualified(folder));
      }
    }
  }
}
