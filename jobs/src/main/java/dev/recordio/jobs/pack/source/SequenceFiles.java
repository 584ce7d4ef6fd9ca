// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.fs.stream.Files;
import dev.recordio.io.Stepwise;
import java.io.Closeable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BooleanWritable;
import org.apache.hadoop.io.ByteWritable;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.ShortWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.VIntWritable;
import org.apache.hadoop.io.VLongWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.io.compress.CompressionCodecFactory;

/**
 * SequenceFiles whose keys, values and codec have known classes. A file names these classes,
 * Hadoop's reader loads them by name, and files come from others: so the names are checked before,
 * and the lengths of all texts of the header. The reader throws whatever comes of damaged bytes.
 */
final class SequenceFiles {
  private static final int VERSION = 6; // since Hadoop 0.13
  private static final int MAX_CLASS_NAME = 1 << 10;

  /** Makers of keys; of Text and BytesWritable, whose length is not trusted, see {@link Key}. */
  private static final Map<String, Supplier<Writable>> KEYS =
      Map.ofEntries(
          type(Text.class, () -> null),
          type(BytesWritable.class, () -> null),
          type(NullWritable.class, NullWritable::get),
          type(BooleanWritable.class, BooleanWritable::new),
          type(ByteWritable.class, ByteWritable::new),
          type(ShortWritable.class, ShortWritable::new),
          type(IntWritable.class, IntWritable::new),
          type(VIntWritable.class, VIntWritable::new),
          type(LongWritable.class, LongWritable::new),
          type(VLongWritable.class, VLongWritable::new),
          type(FloatWritable.class, FloatWritable::new),
          type(DoubleWritable.class, DoubleWritable::new),
          type(MD5Hash.class, MD5Hash::new));

  private SequenceFiles() {}

  private static Map.Entry<String, Supplier<Writable>> type(
      Class<? extends Writable> type, Supplier<Writable> maker) {
    return Map.entry(type.getName(), maker);
  }

  /** What calls Hadoop's reader. */
  @FunctionalInterface
  interface Step<T> {
    /** Reads; whatever it throws that is unchecked means damage. */
    T read() throws IOException;
  }

  /** Runs a step of reading. */
  static <T> T step(Step<T> step) throws IOException {
    try {
      return step.read();
    } catch (UncheckedIOException e) {
      throw e; // not of the reader
    } catch (RuntimeException e) {
      throw new SourceErrors.Fault(
          "damaged: expected a SequenceFile, found bytes that give " + e, e);
    }
  }

  /**
   * Opens a file.
   *
   * @param conf for the file, and for the reader
   * @throws IOException also when it names a class that is not known
   */
  static SequenceFile.Reader open(Configuration conf, Path file) throws IOException {
    try (FSDataInputStream in =
        Files.open(SourceFiles.of(conf, file), file, Files.Reading.PIECES)) {
      check(conf, in);
    } catch (EOFException e) {
      throw new IOException("damaged or cut short: the file ends within its header", e);
    }
    return step(() -> new Reader(conf, file));
  }

  private static void check(Configuration conf, FSDataInputStream in) throws IOException {
    int version = in.readInt() & 0xFF; // after SEQ
    if (version != VERSION) {
      throw new IOException("a SequenceFile to pack has version " + VERSION + ", not " + version);
    }
    String key = Text.readString(in, MAX_CLASS_NAME);
    if (!KEYS.containsKey(key)) {
      throw new IOException(
          "a SequenceFile to pack has keys of Text, BytesWritable or a number, not " + key);
    }
    String value = Text.readString(in, MAX_CLASS_NAME);
    if (!value.equals(Text.class.getName()) && !value.equals(BytesWritable.class.getName())) {
      throw new IOException(
          "a SequenceFile to pack has values of BytesWritable or Text, not " + value);
    }
    boolean compressed = in.readBoolean();
    in.readBoolean(); // whether by blocks
    if (compressed) {
      String codec = Text.readString(in, MAX_CLASS_NAME);
      if (CompressionCodecFactory.getCodecClasses(conf).stream()
          .noneMatch(known -> known.getName().equals(codec))) {
        throw new IOException(
            "compressed by a codec that is not one of io.compression.codecs: " + codec);
      }
    }
    checkMetadata(in);
  }

  /** Checks names and values, for whose lengths Hadoop's reader allocates memory. */
  private static void checkMetadata(FSDataInputStream in) throws IOException {
    int entries = in.readInt();
    for (int i = 0; i < 2L * entries; i++) {
      long at = in.getPos();
      int length = WritableUtils.readVInt(in);
      if (length < 0 || length > Stepwise.MAX_TEXT_BYTES) {
        throw new SourceErrors.Fault(
            "damaged header at offset "
                + at
                + ": expected metadata of up to "
                + Stepwise.MAX_TEXT_BYTES
                + " bytes, found "
                + length);
      }
      in.readFully(new byte[length]);
    }
  }

  /** Returns a key of the class that an open file has. */
  static Writable newKey(Configuration conf, SequenceFile.Reader reader) {
    String type = reader.getKeyClassName();
    boolean text = type.equals(Text.class.getName());
    return text || type.equals(BytesWritable.class.getName())
        ? new Key(new MemberName.Decoder(conf), text)
        : KEYS.get(type).get();
  }

  /** Returns the name that a key is. */
  static MemberName name(Writable key) {
    return key instanceof Key bytes ? bytes.name() : MemberName.ofText(key.toString());
  }

  /** Hadoop's reader, which accepts keys of the class alone that it says. */
  private static final class Reader extends SequenceFile.Reader {
    Reader(Configuration conf, Path file) throws IOException {
      super(conf, SequenceFile.Reader.file(file));
    }

    @Override
    public synchronized Class<?> getKeyClass() {
      Class<?> type = super.getKeyClass();
      return type == Text.class || type == BytesWritable.class ? Key.class : type;
    }
  }

  /**
   * A key that was written as Hadoop's Text or BytesWritable, whose length is not trusted before
   * the bytes have been read.
   *
   * <p>Bytes are a name where they are text without control characters. Others are an id, named in
   * hexadecimal as Hadoop does, unless they look like a path: a folder, a name, a dot and a few
   * letters.
   */
  private static final class Key implements Writable {
    private static final Pattern PATH =
        Pattern.compile(".*/[^/]*\\.[A-Za-z0-9]{2,5}", Pattern.DOTALL);

    private final MemberName.Decoder names;
    private final boolean text;
    private byte[] bytes = {};
    private int length;

    Key(MemberName.Decoder names, boolean text) {
      this.names = names;
      this.text = text;
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      int claimed = text ? WritableUtils.readVInt(in) : in.readInt();
      if (claimed < 0 || claimed > Stepwise.MAX_TEXT_BYTES) {
        throw new SourceErrors.Fault(
            "damaged: expected a name of up to "
                + Stepwise.MAX_TEXT_BYTES
                + " bytes, found one of "
                + claimed);
      }
      bytes = Stepwise.read(in, bytes, claimed, "name");
      length = claimed;
    }

    @Override
    public void write(DataOutput out) {
      throw new UnsupportedOperationException();
    }

    MemberName name() {
      MemberName name = names.of(Arrays.copyOf(bytes, length), false);
      boolean isName =
          text
              || (name.isKnown()
                  ? name.text().chars().noneMatch(Character::isISOControl)
                  : PATH.matcher(name.text()).matches());
      return isName ? name : MemberName.ofText(new BytesWritable(bytes, length).toString());
    }
  }

  /** Reads values of a file by position; in order, without seeking. */
  static final class Values implements Closeable {
    private final String path;
    private final SequenceFile.Reader reader;
    private final Writable key;
    private final Value value = new Value();
    private long position = -1; // of the last block or record read
    private long index; // of the last record read, from there

    Values(Configuration conf, String path) throws IOException {
      this.path = path;
      reader = open(conf, new Path(path));
      key = newKey(conf, reader);
    }

    String path() {
      return path;
    }

    /** Appends the value of {@code source} to {@code payload}. */
    void read(Source source, PayloadBuilder payload) throws IOException {
      try {
        value.payload = payload;
        step(
            () -> {
              moveTo(source);
              reader.getCurrentValue(value);
              return value;
            });
      } catch (IOException e) {
        position = -1; // the reader's position is unknown
        throw e;
      }
    }

    private void moveTo(Source source) throws IOException {
      if (source.offset != position || source.tag <= index) {
        reader.seek(source.offset);
        position = source.offset;
        index = -1;
      }
      while (index < source.tag) {
        if (!reader.next(key)) {
          throw new EOFException("the SequenceFile ends before the record");
        }
        index++;
      }
      if (!name(key).is(source.name)) {
        throw new SourceErrors.Fault("the SequenceFile has changed since it was listed");
      }
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }

    /** A value after its length, which is not trusted before the bytes have been read. */
    private final class Value implements Writable {
      private PayloadBuilder payload;

      @Override
      public void readFields(DataInput in) throws IOException {
        boolean text = reader.getValueClass() == Text.class;
        int length = text ? WritableUtils.readVInt(in) : in.readInt();
        payload.readFully((InputStream) in, length); // Hadoop's reader gives a DataInputStream
      }

      @Override
      public void write(DataOutput out) {
        throw new UnsupportedOperationException();
      }
    }
  }
}
