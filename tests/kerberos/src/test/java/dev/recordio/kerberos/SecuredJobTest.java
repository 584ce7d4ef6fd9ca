// SPDX-License-Identifier: Apache-2.0
package dev.recordio.kerberos;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.mapreduce.RecordIOInputFormat;
import dev.recordio.mapreduce.RecordIOOutputFormat;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.Supports;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A job of a user's own with the library's formats. */
@ExtendWith(SecuredExtension.class)
class SecuredJobTest {
  @TempDir Path local;

  @Test
  @Supports(row = "Kerberos: tokens for every file system of a job", engine = "MapReduce")
  void copiesRecordsToAnotherFileSystem(SecuredHadoop hadoop) throws Exception {
    String input = hadoop.put(hadoop.far(), "job", Fixtures.copy("plain.rec", local));
    String output = hadoop.near().uri() + "/data/job/copy";
    SubmittedTokens.take();
    boolean done =
        hadoop.asUser(
            () -> {
              Job job = Job.getInstance(hadoop.conf());
              // Hadoop's own output format requires a renewer.
              job.getConfiguration().set("yarn.resourcemanager.principal", Kdc.USER);
              job.setInputFormatClass(RecordIOInputFormat.class);
              RecordIOInputFormat.setInput(job, input);
              job.setNumReduceTasks(0);
              job.setOutputKeyClass(LongWritable.class);
              job.setOutputValueClass(BytesWritable.class);
              job.setOutputFormatClass(RecordIOOutputFormat.class);
              RecordIOOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(output));
              return job.waitForCompletion(false);
            });
    assertTrue(done);
    assertEquals(
        List.of(Set.of(hadoop.near().tokenService(), hadoop.far().tokenService())),
        SubmittedTokens.take());
    hadoop.get(output, local.resolve("copy"));
    assertArrayEquals(
        Fixtures.bytes("plain.rec"), Files.readAllBytes(local.resolve("copy/part-m-00000.rec")));
  }
}
