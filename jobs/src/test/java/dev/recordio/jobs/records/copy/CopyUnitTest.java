// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.jobs.rows.SourceFile;
import dev.recordio.jobs.shard.PlannedShard;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.junit.jupiter.api.Test;

/** A task knows the files of its own shards, and no others. */
class CopyUnitTest {
  @Test
  void shardsOfOnePartOfTheInputAreWrittenTogether() {
    List<CopyUnit> units =
        units(
            shard("train", 0, 0, 1),
            shard("train", 1, 1, 2, 3),
            shard("val", 0, 1),
            shard("val", 1, 3),
            shard("test", 0, 0, 3));
    assertEquals(
        List.of("train0 val0", "train1 val1", "test0"),
        units.stream()
            .map(
                unit ->
                    String.join(
                        " ", unit.shards().stream().map(s -> s.folder() + s.shard()).toList()))
            .toList());
    assertEquals(
        List.of(Set.of(0, 1), Set.of(1, 2, 3), Set.of(0, 3)),
        units.stream().map(unit -> unit.sources().keySet()).toList());
  }

  @Test
  void aTaskReadsWhatTheClientWrote() throws Exception {
    CopyUnit unit = units(shard("", 3, 1, 3)).get(0);
    var out = new DataOutputBuffer();
    CopyUnit.SERDE.writer().write(unit, out);
    var in = new DataInputBuffer();
    in.reset(out.getData(), out.getLength());
    CopyUnit read = CopyUnit.SERDE.reader().read(in);
    assertEquals(unit.sources(), read.sources());
    assertEquals(3, read.shards().get(0).shard());
    assertEquals(
        Map.of(1, true, 3, true),
        Map.of(1, read.sources().get(1).isFaceSet(), 3, read.sources().get(3).isFaceSet()));
  }

  private static CopyUnit.Shard shard(String folder, int number, Integer... files) {
    return new CopyUnit.Shard(new PlannedShard(folder, number, 0, 0), List.of(files));
  }

  private static List<CopyUnit> units(CopyUnit.Shard... shards) {
    return CopyUnit.groups(List.of(shards)).stream()
        .map(group -> CopyUnit.of(group, CopyUnitTest::source))
        .toList();
  }

  private static CopyUnit.Source source(int file) {
    var listed = new SourceFile("hdfs://cluster/" + file, file, 1_700_000_000_000L);
    return new CopyUnit.Source(listed, file % 2 == 1);
  }
}
