// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.formats.mosaic.MdsSample;
import dev.recordio.formats.mosaic.MdsSchema;
import dev.recordio.jobs.pack.source.PayloadBuilder;
import dev.recordio.jobs.pack.source.SliceReader;
import dev.recordio.jobs.pack.source.Source;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Reads samples of MDS by their offsets. What columns they have, their shard's config says. */
final class MdsReader implements SampleReader {
  private record Shard(MdsSample sample, MdsFields fields) {}

  private final Configuration conf;
  private final SliceReader slices;
  private final PayloadBuilder bytes = new PayloadBuilder();
  private final Map<String, Shard> shards = new HashMap<>(); // by path
  private final Map<MdsSchema, Shard> bySchema = new HashMap<>();

  MdsReader(Configuration conf) {
    this.conf = conf;
    slices = new SliceReader(conf);
  }

  @Override
  public void read(Source source, Sample sample) throws IOException {
    try {
      Shard shard = shard(source);
      bytes.begin(0);
      slices.read(source, bytes);
      shard.sample.reset(bytes.bytes(), 0, bytes.length(), source.offset);
      shard.fields.read(shard.sample, sample);
    } catch (MalformedRecordException e) {
      throw e.path() == null ? e.at(source.path) : e;
    }
  }

  private Shard shard(Source source) throws IOException {
    Shard shard = shards.get(source.path);
    if (shard == null) {
      var path = new Path(source.path);
      bytes.begin(0);
      slices.read(source.path, MdsScan.configAt(source), MdsScan.configBytes(source), bytes);
      MdsSchema schema = MdsIndex.schema(path, bytes.bytes(), 0, bytes.length());
      shard = bySchema.get(schema);
      if (shard == null) {
        shard = new Shard(new MdsSample(schema), MdsFields.of(conf, schema, path));
        bySchema.put(schema, shard);
      }
      shards.put(source.path, shard);
    }
    return shard;
  }

  @Override
  public void close() throws IOException {
    slices.close();
  }
}
