// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.formats.parquet.ParquetRows;
import dev.recordio.jobs.rows.shard.CsrConf;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.parquet.example.data.Group;
import org.junit.jupiter.api.Test;

/** {@code csr --to parquet}: counted columns, the same rows as npz, settings that do not fit. */
class CsrParquetTest extends CsrTestBase {
  private void refused(int code, String part, String line, Object... arguments) {
    assertHas(csr(path("out"), line, arguments).ended(code).err(), part);
    assertFalse(Files.exists(path("out")));
  }

  /** Returns rows as {@code label qid:q index:value …}. */
  private static List<String> rows(Path folder) throws IOException {
    var texts = new ArrayList<String>();
    for (Map.Entry<String, byte[]> file : files(folder).entrySet()) {
      if (file.getKey().endsWith(".parquet")) {
        for (Group row : ParquetRows.of(file.getValue()).rows()) {
          texts.add(text(row));
        }
      }
    }
    return texts;
  }

  private static String text(Group row) {
    var text = new StringBuilder();
    text.append(row.getFloat("label", 0)).append(" qid:").append(row.getLong("qid", 0));
    Group indices = row.getGroup("indices", 0);
    Group values = row.getGroup("values", 0);
    for (int i = 0; i < indices.getFieldRepetitionCount("list"); i++) {
      text.append(' ').append(indices.getGroup("list", i).getInteger("element", 0));
      text.append(':').append(values.getGroup("list", i).getFloat("element", 0));
    }
    return text.toString();
  }

  private static String libsvm(int rows) {
    var text = new StringBuilder();
    for (int r = 0; r < rows; r++) {
      text.append(r % 3).append(".0 qid:").append(r / 7);
      for (int i = 0; i < r % 5; i++) {
        text.append(' ').append(i * 10 + r % 10).append(':').append(r / 4f);
      }
      text.append('\n');
    }
    return text.toString();
  }

  @Test
  void columnsAreCountedFirstAndRowsAreThoseOfTheText() throws Exception {
    String text = libsvm(500);
    Path file = put("in.libsvm", text);
    Path out = dir.resolve("out");
    assertHas(
        ok("csr --to parquet --row-group-rows 20 {} {}", file, out).err(),
        "counting rows and columns first");
    assertEquals(text.lines().toList(), rows(out));
    ParquetRows read = ParquetRows.of(Files.readAllBytes(out.resolve("part-00000-00000.parquet")));
    assertEquals("40", read.metadata().get("recordio.columns"));
    assertEquals(14, read.sizes().get(0), "no row group ends within a query");
    org.apache.hadoop.fs.Path folder = LocalFiles.path(out);
    CsrManifest manifest = CsrManifest.read(folder.getFileSystem(conf), folder);
    assertEquals("parquet", manifest.layout());
    assertEquals(40, manifest.columns());
    assertEquals(
        Files.size(out.resolve("part-00000-00000.parquet")), manifest.shards().get(0).bytes());
  }

  @Test
  void bytesAreTheSameForOneTaskAndForMany() throws Exception {
    CsrConf.TO.set(conf, "parquet");
    CsrConf.SHARD_ROWS.set(conf, 90);
    CsrConf.KEEP_GROUPS.set(conf, true);
    CsrConf.ROW_GROUP_ROWS.set(conf, 30);
    String text = libsvm(400);
    Path file = put("in.libsvm", text);
    cut(2000, Long.MAX_VALUE);
    Map<String, byte[]> one = csr(40, 0, file);
    assertEquals(text.lines().toList(), rows(output()));
    cut(2000, 1);
    conf.setInt("mapreduce.local.map.tasks.maximum", 4);
    Map<String, byte[]> many = csr(40, 0, file);
    assertEquals(one.keySet(), many.keySet());
    one.forEach((name, bytes) -> assertArrayEquals(bytes, many.get(name), name));
    assertTrue(one.size() > 5, one.keySet().toString());
  }

  @Test
  void whatDoesNotFitIsRefused() throws Exception {
    Path file = put("in.libsvm", "1 5:1 5:2\n");
    refused(2, "--vectors is for --to parquet, not for --to npz", "--vectors spark {}", file);
    refused(2, "--row-group-rows is for", "--to libsvm --row-group-rows 5 {}", file);
    refused(2, "--row-group-rows is '0'", "--to parquet --row-group-rows 0 {}", file);
    refused(2, "it takes one of lists, spark", "--to parquet --vectors no {}", file);
    String spark = "--to parquet --vectors spark {}";
    String wide = "2147483648 columns do not fit Spark's vectors";
    refused(2, wide, spark + " --features 2147483648", file);
    refused(3, "in.libsvm at offset 0: expected columns once in a row", spark, file);
    refused(3, wide, spark, put("wide.libsvm", "1 2147483647:1\n"));
  }
}
