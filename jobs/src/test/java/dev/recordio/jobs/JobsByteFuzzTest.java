// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fuzz.ByteFuzzTest;
import dev.recordio.fuzz.ByteTarget;
import dev.recordio.jobs.read.SavedStates;
import dev.recordio.jobs.rows.InputFingerprint;
import dev.recordio.jobs.rows.csr.CsrManifest;
import dev.recordio.jobs.rows.stats.StatsSidecar;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.reader.Reader;
import dev.recordio.reader.Readers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.io.TempDir;

/** Files that jobs leave for other jobs, what they pass to their tasks, and arguments. */
class JobsByteFuzzTest extends ByteFuzzTest {
  private static final String PIPELINE = " | shuffle(seed=2,window=4)";

  @TempDir java.nio.file.Path folder;
  private Configuration conf;
  private FileSystem fs;
  private Path records;

  @Override
  protected List<ByteTarget> targets() throws IOException {
    conf = LocalJobs.conf(folder);
    fs = FileSystem.getLocal(conf);
    records = new Path(folder.resolve("a.rec").toUri());
    Files.write(
        folder.resolve("a.rec"), new byte[] {0x0A, 0x23, (byte) 0xD7, (byte) 0xCE, 0, 0, 0, 0});
    return List.of(
        ByteTarget.ofFile("csr-manifest", 5_000, folder.resolve("_csr.json"), this::manifest)
            .refuses(BadInputException.class),
        ByteTarget.ofFile("stats-sidecar", 5_000, folder.resolve("stats.json"), this::sidecar)
            .refuses(BadInputException.class),
        ByteTarget.of("resumed-state", 2_000, this::resume).refuses(InvalidSettingException.class));
  }

  private void manifest(Path file) throws IOException {
    CsrManifest.read(fs, file.getParent()).toString();
  }

  private void sidecar(Path file) throws IOException {
    conf.set("recordio.stats.sidecar", file.toString());
    StatsSidecar.toRead(conf, List.of(records)).find(new InputFingerprint(5, List.of(), Map.of()));
  }

  /** A state, with INPUT where that of the input is, and SPEC where the pipeline is. */
  private void resume(byte[] bytes) throws IOException {
    try (Reader<Object> reader = Readers.open(conf, records + PIPELINE)) {
      String own = reader.state().toString();
      String text =
          new String(bytes, StandardCharsets.UTF_8)
              .replace(
                  "INPUT", own.substring(own.indexOf("{\"files\""), own.indexOf("},\"from\"") + 1))
              .replace("SPEC", records + PIPELINE);
      java.nio.file.Path state = Files.writeString(folder.resolve("state.json"), text);
      SavedStates.restore(conf, state.toString(), reader);
      reader.next();
    }
  }
}
