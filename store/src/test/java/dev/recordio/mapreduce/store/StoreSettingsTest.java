// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.store.manifest.StoreConf;
import dev.recordio.testing.LocalFiles;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every key of stores with values that users may write: jobs refuse what the key refuses. */
class StoreSettingsTest {
  private static final List<String> VALUES =
      List.of(
          "",
          " ",
          "-1",
          "0",
          "9223372036854775807",
          "99999999999999999999",
          "2g",
          "1e400",
          "NaN",
          "nope",
          "1 2");

  @TempDir java.nio.file.Path folder;

  private interface Use {
    void run(Configuration conf, Path store) throws Exception;
  }

  private static final List<Use> USES =
      List.of(
          (conf, store) -> {
            Job job = Job.getInstance(conf);
            FileInputFormat.setInputPaths(job, store);
            new StoreInputFormat().getSplits(job);
          },
          (conf, store) -> {
            Job job = Job.getInstance(conf);
            FileOutputFormat.setOutputPath(job, store);
            new StoreOutputFormat().checkOutputSpecs(job);
          },
          (conf, store) -> {
            var job = new JobConf(conf);
            org.apache.hadoop.mapred.FileInputFormat.setInputPaths(job, store);
            new dev.recordio.mapred.store.StoreInputFormat().getSplits(job, 1);
          });

  @ParameterizedTest
  @EnumSource(StoreConf.class)
  void anInvalidValueIsRefusedBeforeTheStoreIsLookedFor(StoreConf key) {
    var none = new Path(LocalFiles.path(folder), "none");
    for (String value : VALUES) {
      Configuration conf = LocalFiles.raw();
      key.set(conf, value);
      String refusal = refusal(conf, key);
      for (Use use : USES) {
        Exception error = assertThrows(Exception.class, () -> use.run(conf, none));
        assertEquals(refusal != null, error.getMessage().equals(refusal), error.toString());
      }
    }
  }

  private static String refusal(Configuration conf, ConfKey key) {
    try {
      ConfKey.checkAll(conf, List.of(key));
      return null;
    } catch (InvalidSettingException e) {
      assertTrue(e.getMessage().contains(key.key()), e.getMessage());
      return e.getMessage();
    }
  }
}
