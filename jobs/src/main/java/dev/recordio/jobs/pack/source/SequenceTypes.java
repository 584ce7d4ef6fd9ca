// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.fs.stream.Files;
import dev.recordio.io.Stepwise;
import java.io.EOFException;
import java.io.IOException;
import java.util.Map;
import java.util.function.Supplier;
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
 * Opens SequenceFiles whose keys, values and codec have known classes. A file names these classes,
 * Hadoop's reader loads them by name, and files come from others: so the names are checked before,
 * and the lengths of all texts of the header.
 */
final class SequenceTypes {
  private static final int VERSION = 6; // since Hadoop 0.13
  private static final int MAX_CLASS_NAME = 1 << 10;

  private static final Map<String, Supplier<Writable>> KEYS =
      Map.ofEntries(
          type(Text.class, () -> null),
          type(BytesWritable.class, () -> null), // as the other: newKey makes it
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

  private SequenceTypes() {}

  private static Map.Entry<String, Supplier<Writable>> type(
      Class<? extends Writable> type, Supplier<Writable> maker) {
    return Map.entry(type.getName(), maker);
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
    return SequenceFiles.open(conf, file);
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
        throw new SourceFault(
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
        ? new SequenceKey(new MemberName.Decoder(conf), text)
        : KEYS.get(type).get();
  }

  /** Returns the name that a key is. */
  static MemberName name(Writable key) {
    return key instanceof SequenceKey bytes ? bytes.name() : MemberName.ofText(key.toString());
  }
}
