// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.cli.result.WritePlan;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.store.Store;
import dev.recordio.store.manifest.StoreConf;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import java.util.ArrayList;
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
public final class CreateCommand extends StoreWriteCommand {
  @Override
  protected void declare(KeyOptions options) {
    options
        .repeated("--field", "NAME=TYPE[:CODEC]", StoreCommandConf.CREATE_FIELDS, FieldTexts::join)
        .repeated("--together", "A,B", StoreCommandConf.CREATE_TOGETHER, FieldTexts::join)
        .add(
            "--chunk-size",
            "SIZE",
            StoreConf.CHUNK_SIZE,
            "Bytes at which a chunk is full; also the block size of its file. Default:" + " 128m.");
  }

  @Override
  protected ExitCode run(boolean dryRun) throws Exception {
    List<StoreField> list = FieldTexts.parse(StoreCommandConf.CREATE_FIELDS.get(conf()));
    if (list.isEmpty()) {
      throw new UsageException("a store has fields: give --field NAME=TYPE, such as label=f4");
    }
    var schema = new StoreSchema(list, groups());
    StoreConf.CHUNK_SIZE.getLong(conf());
    FieldTexts.requireCodecs(list);
    if (dryRun) {
      open().generations().requireNew();
    } else {
      Store.create(conf(), path(), schema);
    }
    print(WritePlan.local(store(), 0, 0, 1).exact(), "generation", 0);
    var totals = new Totals();
    schema.fields().forEach(field -> totals.add(field.name(), FieldTexts.typeOf(field)));
    print(totals.next("store", "append", store(), schema.fields().get(0).name() + "=FILE"));
    return ExitCode.OK;
  }

  private List<List<String>> groups() {
    var groups = new ArrayList<List<String>>();
    for (String group : FieldTexts.split(StoreCommandConf.CREATE_TOGETHER.get(conf()))) {
      groups.add(Arrays.stream(group.split(",", -1)).map(String::strip).toList());
    }
    return groups;
  }
}
