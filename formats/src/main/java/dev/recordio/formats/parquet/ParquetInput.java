// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.parquet;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.formats.UnfitInputException;
import dev.recordio.fs.stream.Files;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.schema.MessageType;

/**
 * Reads a Parquet file by row group, and of it only the columns that are asked for. Opening reads
 * the footer. Checksums of pages are compared where there are some.
 *
 * <p>Memory: the footer, and the pages of one row group.
 */
public final class ParquetInput implements Closeable {
  /** What a read allocates at once, in bytes; the length of a column is known to fit the file. */
  private static final int MAX_ALLOCATION = 8 << 20;

  private static final ParquetReadOptions OPTIONS =
      ParquetReadOptions.builder(new PlainParquetConfiguration())
          .withCodecFactory(new PageCodecs())
          .withAllocator(HeapByteBufferAllocator.getInstance())
          .withMaxAllocationInBytes(MAX_ALLOCATION)
          .withUseHadoopVectoredIo(false)
          .usePageChecksumVerification(true)
          .build();

  private final String path;
  private final FileStream stream;
  private final ParquetMetadata footer;
  private final String createdBy;
  private ParquetFileReader reader;
  private MessageType projection;

  private ParquetInput(String path, FSDataInputStream in, long length) throws IOException {
    this.path = path;
    stream = new FileStream(in, length, path);
    Footer.Content read = Footer.read(in, length, path, OPTIONS);
    footer = read.metadata();
    createdBy = read.createdBy();
  }

  /**
   * Opens a file and reads its footer.
   *
   * @throws MalformedRecordException when it is no Parquet file, or is damaged
   */
  public static ParquetInput open(FileSystem fs, FileStatus file) throws IOException {
    return of(Files.open(fs, file, Files.Reading.PIECES), file.getLen(), file.getPath().toString());
  }

  /**
   * Opens a file whose status is not known, and reads its footer.
   *
   * @param length its length in bytes, as it was listed
   */
  public static ParquetInput open(FileSystem fs, Path file, long length) throws IOException {
    return of(Files.open(fs, file, length, Files.Reading.PIECES), length, file.toString());
  }

  /** Reads the footer of an open file, which is closed when that fails. */
  static ParquetInput of(FSDataInputStream in, long length, String path) throws IOException {
    try {
      return new ParquetInput(path, in, length);
    } catch (IOException | RuntimeException | Error e) {
      try (in) {
        throw e;
      }
    }
  }

  public MessageType schema() {
    return footer.getFileMetaData().getSchema();
  }

  /** Returns what else the footer says, by key. */
  public Map<String, String> metadata() {
    return footer.getFileMetaData().getKeyValueMetaData();
  }

  public int rowGroups() {
    return footer.getBlocks().size();
  }

  public long rows(int group) {
    return footer.getBlocks().get(group).getRowCount();
  }

  public long start(int group) {
    return footer.getBlocks().get(group).getStartingPos();
  }

  /** Returns what the footer says of a column of a row group; null when it has none. */
  public ColumnChunkMetaData column(int group, String... column) {
    String wanted = String.join(".", column);
    BlockMetaData rows = footer.getBlocks().get(group);
    for (ColumnChunkMetaData found : rows.getColumns()) {
      if (found.getPath().toDotString().equals(wanted)) {
        return found;
      }
    }
    return null;
  }

  /**
   * Checks that the columns of a schema are there in all row groups, in codecs that can be read.
   *
   * @throws UnfitInputException for the first one that is not
   */
  public void check(MessageType wanted) throws UnfitInputException {
    for (int group = 0; group < rowGroups(); group++) {
      for (String[] name : wanted.getPaths()) {
        ColumnChunkMetaData column = column(group, name);
        String problem =
            column == null
                ? "is missing"
                : column.isEncrypted()
                    ? "is encrypted"
                    : PageCodecs.READABLE.contains(column.getCodec())
                        ? null
                        : "is compressed with "
                            + column.getCodec()
                            + "; what can be read is "
                            + PageCodecs.READABLE;
        if (problem != null) {
          throw new UnfitInputException(
              "column "
                  + String.join(".", name)
                  + " of row group "
                  + group
                  + " "
                  + problem
                  + ": "
                  + path);
        }
      }
    }
  }

  /**
   * Reads columns of a row group.
   *
   * @param wanted columns of {@link #schema}, checked; the same object again spares some work
   * @throws MalformedRecordException when the row group is damaged
   */
  public RowGroup read(int group, MessageType wanted) throws IOException {
    try {
      if (reader == null) {
        reader = new ParquetFileReader(stream, footer, OPTIONS, stream);
      }
      if (projection != wanted) {
        reader.setRequestedSchema(wanted);
        projection = wanted;
      }
      PageReadStore pages = reader.readRowGroup(group);
      return new RowGroup(this, pages, footer.getBlocks().get(group), wanted, createdBy);
    } catch (IOException | RuntimeException e) {
      if (stream.hasFailed()) {
        throw e;
      }
      throw damaged(footer.getBlocks().get(group), e);
    }
  }

  /** Returns the error of a row group in which Parquet's reader failed. */
  MalformedRecordException damaged(BlockMetaData rows, Exception why) {
    var damaged =
        new MalformedRecordException(
            "damaged Parquet file",
            path,
            rows.getStartingPos(),
            -1,
            "a row group of " + rows.getRowCount() + " rows",
            Reason.of(why));
    damaged.initCause(why);
    return damaged;
  }

  @Override
  public void close() throws IOException {
    if (reader != null) {
      reader.close();
    }
    stream.close();
  }

  /** An open file, as Parquet's reader takes it. */
  private static final class FileStream extends DelegatingSeekableInputStream implements InputFile {
    private final FSDataInputStream in;
    private final Watched watched;
    private final long length;
    private final String path;

    FileStream(FSDataInputStream in, long length, String path) {
      this(new Watched(in), in, length, path);
    }

    private FileStream(Watched watched, FSDataInputStream in, long length, String path) {
      super(watched);
      this.watched = watched;
      this.in = in;
      this.length = length;
      this.path = path;
    }

    @Override
    public long getLength() {
      return length;
    }

    @Override
    public SeekableInputStream newStream() {
      return this;
    }

    @Override
    public long getPos() throws IOException {
      return in.getPos();
    }

    @Override
    public void seek(long position) throws IOException {
      try {
        in.seek(position);
      } catch (IOException e) {
        watched.failed = true;
        throw e;
      }
    }

    /** Whether an error comes from the file system, and not from what is in the file. */
    boolean hasFailed() {
      return watched.failed;
    }

    /** Notes that reading has failed: Parquet's reader throws the same type for damaged headers. */
    private static final class Watched extends FilterInputStream {
      private boolean failed;

      Watched(InputStream in) {
        super(in);
      }

      @Override
      public int read() throws IOException {
        try {
          return in.read();
        } catch (IOException e) {
          failed = true;
          throw e;
        }
      }

      @Override
      public int read(byte[] bytes, int offset, int count) throws IOException {
        try {
          return in.read(bytes, offset, count);
        } catch (IOException e) {
          failed = true;
          throw e;
        }
      }
    }

    /** Parquet's reader names the file so in its errors. */
    @Override
    public String toString() {
      return path;
    }
  }
}
