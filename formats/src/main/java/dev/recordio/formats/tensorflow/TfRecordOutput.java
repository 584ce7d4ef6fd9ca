// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.tensorflow;

import dev.recordio.bytes.UnsignedDecimal;
import dev.recordio.conf.ConfKey;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.formats.output.OutputConf;
import dev.recordio.formats.output.SampleFacts;
import dev.recordio.formats.output.SampleOutput;
import dev.recordio.formats.output.SampleRecord;
import dev.recordio.formats.output.ShardFiles;
import dev.recordio.formats.protobuf.ProtoWriter;
import dev.recordio.image.ImageContent;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;

/**
 * Writes {@code part-00000.tfrecord}: a {@code tf.train.Example} a record, with the features of
 * {@link ImageExample}; or payloads as they are.
 *
 * <p>Memory of a task: a record and one buffer; the image is not copied.
 */
public final class TfRecordOutput implements SampleOutput {
  /** Of an Example with one label, without the image. */
  private static final int EXAMPLE_BYTES = 110;

  /** Of the feature with the name of a class, without the name. */
  private static final int NAME_BYTES = 26;

  private int nameBytes; // of an Example, on average

  @Override
  public Set<OutputConf> keys() {
    return EnumSet.of(OutputConf.RAW, OutputConf.EXT, OutputConf.CLASS_NAMES);
  }

  @Override
  public void check(Configuration conf) {
    if (takesPayloads(conf)) {
      refuseWithRaw(OutputConf.CLASS_NAMES, OutputConf.CLASS_NAMES.get(conf), "");
      refuseWithRaw(OutputConf.EXT, OutputConf.EXT.get(conf), "");
      String header = OutputConf.HEADER.getChoice(conf);
      refuseWithRaw(OutputConf.HEADER, header, header.equals("image") ? "auto" : header);
    }
  }

  private static void refuseWithRaw(ConfKey key, String value, String fitting) {
    if (!value.equals(fitting)) {
      throw new InvalidSettingException(
          key + " is " + value + ", but with " + OutputConf.RAW + " payloads stay as they are");
    }
  }

  @Override
  public boolean takesPayloads(Configuration conf) {
    return OutputConf.RAW.getBoolean(conf);
  }

  @Override
  public SampleFacts check(SampleFacts facts) {
    List<String> names = facts.classNames();
    if (names != null) {
      int all = names.stream().mapToInt(name -> ProtoWriter.utf8(name).length).sum();
      nameBytes = NAME_BYTES + all / Math.max(1, names.size());
    }
    return facts;
  }

  @Override
  public long bytes(Configuration conf, SampleFacts facts, Size record) {
    return takesPayloads(conf)
        ? TfRecordFrame.FRAME_BYTES + record.payload()
        : TfRecordFrame.FRAME_BYTES + EXAMPLE_BYTES + nameBytes + record.image();
  }

  @Override
  public Shard open(Configuration conf, SampleFacts facts, ShardFiles files) throws IOException {
    String suffix = OutputConf.EXT.get(conf);
    return new Writer(files.create(".tfrecord"), takesPayloads(conf), suffix, facts.classNames());
  }

  private static final class Writer implements Shard {

    private final FSDataOutputStream out;
    private final TfRecordWriter frames;
    private final boolean raw;
    private final byte[][] formats = new byte[ImageContent.values().length][];
    private final ExampleWriter example = new ExampleWriter();
    private final byte[] key = new byte[UnsignedDecimal.MAX_DIGITS + Long.BYTES];
    private final byte[] id2 = new byte[UnsignedDecimal.MAX_DIGITS + Long.BYTES];
    private final byte[][] names; // of labels; null for none
    private float[] labels = new float[1];

    /**
     * Makes a shard.
     *
     * @param suffix of all images; empty when their content decides
     * @param classes the names of labels 0, 1, 2, ...; null for none
     */
    Writer(FSDataOutputStream out, boolean raw, String suffix, List<String> classes) {
      this.out = out;
      this.raw = raw;
      frames = new TfRecordWriter(out::write);
      names =
          classes == null ? null : classes.stream().map(ProtoWriter::utf8).toArray(byte[][]::new);
      for (ImageContent content : ImageContent.values()) {
        String format = content.format().isEmpty() ? content.suffix() : content.format();
        formats[content.ordinal()] = ProtoWriter.utf8(suffix.isEmpty() ? format : format(suffix));
      }
    }

    /** Returns TensorFlow's name of the format of files with a suffix. */
    private static String format(String suffix) {
      return suffix.equalsIgnoreCase("jpg") ? ImageContent.JPEG.format() : suffix;
    }

    @Override
    public void write(SampleRecord record) throws IOException {
      if (raw) {
        frames.record(record.bytes(), record.payloadOffset(), record.payloadLength());
        return;
      }
      int size;
      try {
        collect(record);
        size = example.size();
      } catch (ArithmeticException e) {
        throw record.malformed(
            "record too large for an Example",
            "a message of at most 2^31 - 1 bytes",
            "a payload of " + record.payloadLength() + " bytes");
      }
      frames.begin(size);
      example.write(frames);
      frames.end();
    }

    private void collect(SampleRecord record) {
      example.clear();
      if (record.hasIntegralLabel()) {
        example.int64(ImageExample.LABEL.utf8(), (long) record.label(0));
        if (names != null) {
          example.bytes(ImageExample.TEXT.utf8(), names[(int) record.label(0)]);
        }
      }
      example.bytes(
          ImageExample.ENCODED.utf8(), record.bytes(), record.imageOffset(), record.imageLength());
      example.bytes(ImageExample.FORMAT.utf8(), formats[record.content().ordinal()]);
      if (record.id2() != 0) {
        example.bytes(ImageExample.ID2.utf8(), id2, 0, UnsignedDecimal.put(id2, 0, record.id2()));
      }
      if (record.hasLabels() && !record.hasIntegralLabel()) {
        addLabels(record);
      }
      if (record.hasLabels() && !record.hasUsualHeader()) {
        int header = record.payloadLength() - record.imageLength();
        example.bytes(ImageExample.HEADER.utf8(), record.bytes(), record.payloadOffset(), header);
      }
      example.bytes(
          ImageExample.SOURCE_ID.utf8(), key, 0, UnsignedDecimal.put(key, 0, record.key()));
    }

    private void addLabels(SampleRecord record) {
      int count = record.labelCount();
      if (labels.length < count) {
        labels = new float[count];
      }
      for (int i = 0; i < count; i++) {
        labels[i] = record.label(i);
      }
      example.floats(ImageExample.LABELS.utf8(), labels, 0, count);
    }

    @Override
    public void finish() throws IOException {
      frames.flush();
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
