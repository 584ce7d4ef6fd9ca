// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export.target;

import dev.recordio.image.ImageContent;
import dev.recordio.jobs.job.JsonFiles;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;

/**
 * Writes {@code part-00000.tar} as WebDataset reads it: of each record a {@code .cls} with the
 * label, if it has one whole number as its only label, the image, and a {@code .json} with key and
 * labels. Beside it {@code part-00000.idx}, NVIDIA DALI's index (v1.2), and for all shards {@code
 * wids.json}.
 */
final class WebDatasetTarget implements ExportTarget {
  private static final String CLS = "cls";
  private static final String JSON = "json";
  private static final String WIDS = "wids.json";
  private static final int JSON_BYTES = 40; // with one label
  private static final Set<String> TAKEN = new TreeSet<>(Set.of(CLS, JSON));

  @Override
  public void check(Configuration conf) throws IOException {
    ClassNames.read(conf); // a missing file is an error before anything is read
    ExportSettings.refuse(
        conf, Target.WEBDATASET, ExportConf.RAW, ExportConf.ROW_GROUP_ROWS, ExportConf.CODEC);
    ImageSuffix.of(conf, TAKEN);
  }

  /** With names, every record has one label that has a name. */
  @Override
  public void check(Configuration conf, ExportPlan plan) throws IOException {
    ClassNames.set(conf, plan, 0, "");
  }

  @Override
  public boolean takesPayloads(Configuration conf) {
    return false;
  }

  @Override
  public List<String> warnings(Configuration conf, ExportPlan plan) {
    var suffixes = new TreeSet<String>();
    for (ImageContent format : plan.formats()) {
      suffixes.add(format.suffix());
    }
    if (suffixes.size() < 2 || ImageSuffix.of(conf, TAKEN).isFixed()) {
      return List.of();
    }
    return List.of(
        "the images have different suffixes ("
            + String.join(", ", suffixes)
            + "); Hugging Face's datasets expects the same ones in each sample: to give all images"
            + " one, --ext jpg");
  }

  /** Tars and their indexes, and the index of all. */
  @Override
  public long files(long shards, long records) {
    return 2 * shards + 1;
  }

  @Override
  public long bytes(Configuration conf, ExportPlan plan, RecordSize record) {
    return SampleTar.memberBytes(record.image())
        + SampleTar.memberBytes(JSON_BYTES)
        + (record.integral() ? SampleTar.memberBytes(1) : 0);
  }

  @Override
  public long shardBytes(long records) {
    return SampleTar.endOf(records);
  }

  @Override
  public TargetShard open(Configuration conf, ExportPlan plan, ShardFiles files)
      throws IOException {
    return new Shard(
        files,
        new OrdinalName(plan.digits()),
        ImageSuffix.of(conf, TAKEN),
        new SampleJson(ClassNames.of(conf)));
  }

  /** Writes the index of all shards that the wids library reads. */
  @Override
  public void complete(ExportedFiles output) throws IOException {
    var shards = new ArrayList<Map<String, Object>>();
    for (ShardReport shard : output.shards()) {
      var entry = new LinkedHashMap<String, Object>();
      entry.put("url", shard.file());
      entry.put("nsamples", shard.records());
      entry.put("filesize", shard.bytes());
      shards.add(entry);
    }
    var index = new LinkedHashMap<String, Object>();
    index.put("__kind__", "wids-shard-index-v1");
    index.put("wids_version", 1);
    index.put("shardlist", shards);
    try (OutputStream out = output.create(WIDS)) {
      out.write((JsonFiles.text(index) + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }

  private static final class Shard implements TargetShard {
    private final FSDataOutputStream out;
    private final FSDataOutputStream index;
    private final SampleTar tar;
    private final OrdinalName names;
    private final ImageSuffix suffix;
    private final SampleJson json;
    private final TextBytes cls = new TextBytes();
    private final TextBytes line = new TextBytes();

    Shard(ShardFiles files, OrdinalName names, ImageSuffix suffix, SampleJson json)
        throws IOException {
      this.json = json;
      this.names = names;
      this.suffix = suffix;
      out = files.create(".tar");
      index = files.create(".idx");
      tar = new SampleTar(out);
      line.put("v1.2 ").put(files.records());
    }

    @Override
    public void write(ExportRecord record) throws IOException {
      endLine();
      String name = names.of(record.ordinal());
      if (record.hasIntegralLabel()) {
        cls.clear().putSigned((long) record.label(0));
        add(name, CLS, cls.bytes(), 0, cls.length());
      }
      add(name, suffix.of(record), record.bytes(), record.imageOffset(), record.imageLength());
      TextBytes text = json.of(record);
      add(name, JSON, text.bytes(), 0, text.length());
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
      line.put('\n');
      index.write(line.bytes(), 0, line.length());
      line.clear();
    }

    @Override
    public void finish() throws IOException {
      tar.finish();
      endLine();
    }

    @Override
    public void close() throws IOException {
      try (Closeable second = index;
          Closeable first = out) {
        // Both are closed, whatever happens to the first.
      }
    }
  }
}
