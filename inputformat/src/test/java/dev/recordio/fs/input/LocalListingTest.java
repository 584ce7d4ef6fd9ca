// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.input;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.fs.stream.FileReplacement;
import dev.recordio.mapreduce.RecordIOInputFormat;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.StartedProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Local files are listed, cut and renamed without starting a program. */
class LocalListingTest {
  private static final int FILES = 1000;

  @TempDir Path temp;

  private void writeFiles() throws IOException {
    for (int i = 0; i < FILES; i++) {
      Files.write(temp.resolve(String.format("f%04d.rec", i)), new byte[8]);
    }
  }

  private static Configuration conf(String kind) {
    return kind.equals("raw") ? LocalFiles.raw() : LocalFiles.checked();
  }

  @Test
  void startedProgramsAreDetected() throws Exception {
    List<String> started =
        StartedProcesses.during(() -> new ProcessBuilder("ls", "-ld", "/").start().waitFor());
    assertEquals(List.of("ls -ld /"), started);
  }

  @ParameterizedTest
  @ValueSource(strings = {"checked folder", "checked glob", "raw folder", "raw glob"})
  void listingAndPlanningStartNoProgram(String how) throws Exception {
    writeFiles();
    Configuration conf = conf(how.split(" ")[0]);
    String glob = how.endsWith("glob") ? "/*.rec" : "";
    var input = new org.apache.hadoop.fs.Path(LocalFiles.path(temp) + glob);
    List<String> started =
        StartedProcesses.during(
            () -> {
              List<FileStatus> files = InputListing.list(conf, List.of(input), null);
              assertEquals(FILES, files.size());
              Job job = Job.getInstance(conf);
              RecordIOInputFormat.setInputPaths(job, input);
              List<InputSplit> splits = new RecordIOInputFormat().getSplits(job);
              assertEquals(FILES, splits.size());
              assertArrayEquals(new String[] {"localhost"}, splits.get(0).getLocations());
              return null;
            });
    assertEquals(List.of(), started.stream().filter(command -> command.startsWith("ls")).toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"checked", "raw"})
  void aFileThatTakesItsPlaceStartsNoProgram(String kind) throws Exception {
    Configuration conf = conf(kind);
    var file = new org.apache.hadoop.fs.Path(LocalFiles.path(temp), "a.idx");
    List<String> started =
        StartedProcesses.during(
            () -> {
              for (int i = 0; i < 3; i++) {
                try (var replacement = new FileReplacement(conf, file, "tag")) {
                  replacement.out().write('0' + i);
                  replacement.out().close();
                  replacement.commit();
                }
                try (var in = file.getFileSystem(conf).open(file)) {
                  assertEquals("" + i, new String(in.readAllBytes()));
                }
              }
              return null;
            });
    assertEquals(
        List.of(), started.stream().filter(command -> command.startsWith("readlink")).toList());
  }
}
