// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.store.Store;
import dev.recordio.store.manifest.StoreConf;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;

/** Makes a record store. */
@CommandLine.Command(
    footer = {
      "",
      "TYPE is a NumPy type and perhaps the shape of a record's value: f4, <i8, >i2, S5, <M8[s],",
      "f4[3,224,224]; with a first dimension that varies: i8[*], f4[*,768]; bytes; or text. CODEC is",
      "raw, deflate or zstd. Quote types with <, > or * for the shell.",
      "Prints the generation, 0.",
      "",
      "Examples:",
      "  recordio store create data/faces --field image=bytes --field label=f4",
      "  recordio store create hdfs:///data/texts --field 'tokens=<i4[*]:zstd' --field source=text",
      "  recordio store create data/seg --field image=bytes --field 'mask=u1[256,256]:deflate' \\",
      "    --field id64=i8 --together image,mask"
    })
public final class CreateCommand extends StoreCommand.Change {
  @Override
  protected void declare(KeyOptions options) {
    options
        .repeated(
            "--field",
            "NAME=TYPE[:CODEC]",
            StoreCommandConf.CREATE_FIELDS,
            fields -> String.join(";", fields))
        .repeated(
            "--together",
            "A,B",
            StoreCommandConf.CREATE_TOGETHER,
            groups -> String.join(";", groups))
        .add(
            "--chunk-size",
            "SIZE",
            StoreConf.CHUNK_SIZE,
            "Bytes at which a chunk is full; also the block size of its file. Default: 128m.");
  }

  @Override
  void change(boolean dryRun) throws Exception {
    List<StoreField> fields = StoreCommandConf.fields(StoreCommandConf.CREATE_FIELDS.get(conf()));
    if (fields.isEmpty()) {
      throw new UsageException("a store has fields: give --field NAME=TYPE, such as label=f4");
    }
    List<List<String>> together =
        StoreCommandConf.split(StoreCommandConf.CREATE_TOGETHER.get(conf()), ";").stream()
            .map(group -> Arrays.stream(group.split(",", -1)).map(String::strip).toList())
            .toList();
    var schema = new StoreSchema(fields, together);
    StoreConf.CHUNK_SIZE.getLong(conf());
    StoreCommandConf.requireCodecs(fields);
    if (dryRun) {
      open().generations().requireNew();
    } else {
      Store.create(conf(), path(), schema);
    }
    print(manifestOnly(), "generation", 0);
    printFields(fields, "store", "append", store(), fields.get(0).name() + "=FILE");
  }
}
