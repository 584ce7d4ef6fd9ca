// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.webdataset;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.recordio.formats.SampleFields;
import dev.recordio.formats.SampleJson;
import dev.recordio.formats.UnfitInputException;
import dev.recordio.formats.output.ImageSuffix;
import dev.recordio.formats.output.OutputConf;
import dev.recordio.formats.output.OutputFiles;
import dev.recordio.formats.output.SampleColumn;
import dev.recordio.formats.output.SampleFacts;
import dev.recordio.formats.output.SampleOutput;
import dev.recordio.formats.output.SampleRecord;
import dev.recordio.formats.output.ShardFiles;
import dev.recordio.formats.output.TextBytes;
import dev.recordio.formats.output.WrittenShard;
import dev.recordio.image.ImageContent;
import dev.recordio.npy.NpyHeader;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;

/**
 * Writes {@code part-00000.tar} as WebDataset reads it: of each record a {@code .cls} with the
 * label, if it has one whole number as its only label, the image, and a {@code .json} with key and
 * labels. Beside it {@code part-00000.idx}, NVIDIA DALI's index (v1.2), and for all shards {@code
 * wids.json}.
 */
public final class WebDatasetOutput implements SampleOutput {
  private static final String WIDS = "wids.json";
  private static final int JSON_BYTES = 40; // with one label
  private static final Pattern SUFFIX = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*");
  private static final Set<String> TAKEN =
      new TreeSet<>(Set.of(SampleFields.CLS, WebDatasetFields.JSON));

  @Override
  public Set<OutputConf> keys() {
    return EnumSet.of(OutputConf.EXT, OutputConf.CLASS_NAMES);
  }

  @Override
  public void check(Configuration conf) {
    ImageSuffix.of(conf, TAKEN);
  }

  /** A column is a member whose suffix is its name; an array of numbers is an NPY file. */
  @Override
  public void check(List<SampleColumn> columns) throws UnfitInputException {
    for (SampleColumn column : columns) {
      String name = column.name();
      boolean taken = Stream.of(ImageContent.values()).anyMatch(c -> c.suffix().equals(name));
      if (taken || TAKEN.contains(name) || !SUFFIX.matcher(name).matches()) {
        throw new UnfitInputException(
            "the column "
                + name
                + " can't be the suffix of a member: letters, digits, _ and - are, with dots"
                + " between, but for suffixes of images and "
                + String.join(", ", TAKEN));
      }
    }
  }

  @Override
  public List<String> warnings(Configuration conf, SampleFacts facts) {
    var suffixes = new TreeSet<String>();
    for (ImageContent format : facts.formats()) {
      suffixes.add(format.suffix());
    }
    if (suffixes.size() < 2 || ImageSuffix.of(conf, TAKEN).isFixed()) {
      return List.of();
    }
    return List.of(
        "the images have different suffixes ("
            + String.join(", ", suffixes)
            + "); Hugging Face's datasets expects the same suffixes in each sample: --ext jpg"
            + " gives all images one suffix");
  }

  @Override
  public long files(long shards, long records) {
    return 2 * shards + 1;
  }

  @Override
  public long bytes(Configuration conf, SampleFacts facts, Size record) {
    return SampleTar.memberBytes(record.image())
        + SampleTar.memberBytes(JSON_BYTES)
        + (record.integral() ? SampleTar.memberBytes(1) : 0);
  }

  @Override
  public long shardBytes(long records) {
    return SampleTar.endOf(records);
  }

  @Override
  public Shard open(Configuration conf, SampleFacts facts, ShardFiles files) throws IOException {
    return new Writer(files, facts, ImageSuffix.of(conf, TAKEN));
  }

  /** Writes the index of all shards that the wids library reads. */
  @Override
  public void complete(SampleFacts facts, OutputFiles output) throws IOException {
    ObjectNode index = JsonNodeFactory.instance.objectNode();
    index.put("__kind__", "wids-shard-index-v1");
    index.put("wids_version", 1);
    ArrayNode shards = index.putArray("shardlist");
    for (WrittenShard shard : output.shards()) {
      shards
          .addObject()
          .put("url", shard.file())
          .put("nsamples", shard.records())
          .put("filesize", shard.bytes());
    }
    try (OutputStream out = output.create(WIDS)) {
      out.write((index.toPrettyString() + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }

  private static final class Writer implements Shard {
    private final FSDataOutputStream out;
    private final ShardFiles files;
    private final OutputStream index;
    private final ShardFiles.Spool lines; // of the index, while nobody knows how many; else null
    private long samples;
    private final SampleTar tar;
    private final SampleFacts facts;
    private final ImageSuffix suffix;
    private final String[] classes; // as JSON; null where they have no names
    private final TextBytes cls = new TextBytes();
    private final TextBytes json = new TextBytes();
    private final TextBytes line = new TextBytes();

    Writer(ShardFiles files, SampleFacts facts, ImageSuffix suffix) throws IOException {
      this.facts = facts;
      this.suffix = suffix;
      classes =
          facts.classNames() == null
              ? null
              : facts.classNames().stream().map(SampleJson::quoted).toArray(String[]::new);
      this.files = files;
      out = files.create(".tar");
      index = files.create(".idx");
      tar = new SampleTar(out);
      lines = files.records() == ShardFiles.UNKNOWN ? files.createSpool() : null;
      if (lines == null) {
        line.put("v1.2 ").put(files.records());
      }
    }

    @Override
    public void write(SampleRecord record) throws IOException {
      endLine();
      samples++;
      String name = facts.name(record.ordinal());
      if (record.hasIntegralLabel()) {
        cls.clear().putSigned((long) record.label(0));
        add(name, SampleFields.CLS, cls.bytes(), 0, cls.length());
      }
      add(name, suffix.of(record), record.bytes(), record.imageOffset(), record.imageLength());
      putJson(record);
      add(name, WebDatasetFields.JSON, json.bytes(), 0, json.length());
      for (int i = 0; i < facts.columns().size(); i++) {
        SampleColumn column = facts.columns().get(i);
        Object value = record.further(i);
        if (value instanceof float[] numbers) {
          byte[] npy = npy(numbers);
          add(name, column.name() + ".npy", npy, 0, npy.length);
        } else if (value != null) {
          byte[] bytes = column.bytes(value);
          add(name, column.name(), bytes, 0, bytes.length);
        }
      }
    }

    private static byte[] npy(float[] numbers) {
      byte[] header = NpyHeader.vector(NpyHeader.FLOAT32, numbers.length);
      var npy = ByteBuffer.allocate(header.length + numbers.length * Float.BYTES);
      npy.order(ByteOrder.LITTLE_ENDIAN).put(header).asFloatBuffer().put(numbers);
      return npy.array();
    }

    /**
     * Makes the JSON of a record, in the spelling of Python's {@code json.dumps}: {@code {"key":
     * 12, "labels": [3.0]}}. Labels are the shortest decimals that read back as the same floats;
     * NaN and infinities are strings.
     */
    private void putJson(SampleRecord record) {
      json.clear().put("{\"" + SampleFields.KEY + "\": ").put(record.key());
      if (record.hasLabels()) {
        json.put(", \"" + SampleFields.LABELS + "\": [");
        for (int i = 0; i < record.labelCount(); i++) {
          if (i > 0) {
            json.put(", ");
          }
          json.putJson(record.label(i));
        }
        json.put(']');
        if (classes != null) {
          json.put(", \"class\": ").putUtf8(classes[(int) record.label(0)]);
        }
      }
      if (record.id2() != 0) {
        json.put(", \"" + SampleFields.ID2 + "\": ").put(record.id2());
      }
      if (record.hasLabels() && !record.hasUsualHeader()) {
        int header = record.payloadLength() - record.imageLength();
        json.put(", \"" + SampleFields.HEADER + "\": \"")
            .putHex(record.bytes(), record.payloadOffset(), header)
            .put('"');
      }
      json.put('}');
    }

    private void add(String base, String field, byte[] bytes, int offset, int length)
        throws IOException {
      String name = base + "." + field;
      long content = tar.add(name, bytes, offset, length);
      if (line.length() > 0) {
        line.put(' ');
      }
      line.put(field).put(' ').put(content).put(' ').put(length).put(' ').put(name);
    }

    private void endLine() throws IOException {
      if (lines == null) {
        line.put('\n');
        index.write(line.bytes(), 0, line.length());
      } else if (samples > 0) {
        line.put('\n');
        lines.append(line.bytes(), 0, line.length());
      }
      line.clear();
    }

    @Override
    public void finish() throws IOException {
      tar.finish();
      endLine();
      if (lines != null) {
        index.write(("v1.2 " + samples + "\n").getBytes(StandardCharsets.US_ASCII));
        lines.copyTo(index, files.progress());
      }
    }

    @Override
    public void close() throws IOException {
      try (Closeable third = lines;
          Closeable second = index;
          Closeable first = out) {
        // Both are closed, whatever happens to the first.
      }
    }
  }
}
