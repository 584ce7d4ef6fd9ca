// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.faults.JobFiles;
import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.npy.NpyHeader;
import dev.recordio.npy.NpyType;
import dev.recordio.testing.ConfigurationDocs;
import dev.recordio.testing.Ended;
import dev.recordio.testing.FaceSets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The shipped jar writes in containers what one process writes, with one thread and with seven.
 * Compared are all files of an output, but for the content of {@code _SUCCESS}; in {@code
 * _csr.json} the folders and times of the input are left out.
 */
@ExtendWith(ClusterExtension.class)
class SameBytesOnYarnTest implements HdfsUnderTest {
  private static final String SPLIT = "-Dmapreduce.input.fileinputformat.split.";
  private static final String SEGMENTS = "-Drecordio.csr.segment-size=";
  private static final List<String> CODECS =
      List.of("rgb.bmp", "gray.gif", "rgblzw.tif", "lossy.webp");

  private final MiniYarn yarn;
  private final HadoopJar hadoopJar;

  SameBytesOnYarnTest(MiniYarn yarn, @TempDir java.nio.file.Path temp) throws Exception {
    this.yarn = yarn;
    hadoopJar = new HadoopJar(yarn, temp);
  }

  /** Writes what a command reads into the folder of the test. */
  private interface Input {
    void write(SameBytesOnYarnTest test) throws IOException;
  }

  /**
   * A command.
   *
   * @param line in the folder of its inputs, without its output
   * @param one settings with which one process has one task
   * @param several settings with which there are several tasks
   */
  private record Row(String line, String one, String several, Input input) {
    /** A command whose tasks are its shards. */
    static Row shards(String line, Input input) {
      return new Row(line, "", "", input);
    }

    /** A command whose tasks are splits of its input. */
    static Row splits(String line, int size, Input input) {
      return new Row(line, "", SPLIT + "maxsize=" + size, input);
    }

    /** A command whose tasks are segments, or several of them. */
    static Row segments(String line, int size, Input input) {
      String all = SEGMENTS + size;
      return new Row(line, all + " " + SPLIT + "minsize=" + (1 << 30), all, input);
    }

    /** Returns the words of the line, with settings and an output. */
    String[] words(Path folder, String settings, String output) {
      String with = line.replaceFirst(" ", " -q " + settings + " ") + " ./" + output;
      return CommandTestBase.wordsIn(folder, with);
    }

    @Override
    public String toString() {
      return line;
    }
  }

  static Stream<Row> rowsOfEveryBuild() {
    return Stream.of(
        Row.shards(
            "export --to arrayrecord --codec zstd --group-size 3 --shards 3 ./multi.rec",
            SameBytesOnYarnTest::multi),
        Row.shards("pack --from arrayrecord --shards 3 ./grain", SameBytesOnYarnTest::grain),
        Row.segments(
            "csr --format csv --label y --ignore id --categorical city,kind --hash-bits 6"
                + " --columns compact ./houses.csv",
            2000,
            test ->
                test.lines(
                    "houses.csv",
                    "id,y,city,kind,price",
                    i -> i + "," + i % 2 + ",c" + i % 17 + ",k" + i % 5 + "," + i * 0.5)));
  }

  static Stream<Row> otherRows() {
    String features = "%d %d:1 %d:0.5";
    return Stream.of(
        Row.shards("export --to insightface-bin --shards 3 ./pairs", SameBytesOnYarnTest::pairs),
        Row.shards(
            "pack --from insightface-bin --shards 3 ./lfw/part-00000.bin",
            test -> {
              test.pairs();
              test.ok("export -q --to insightface-bin --shards 1 ./pairs ./lfw");
            }),
        Row.shards(
            "export --to folder --shards 3 ./train.rec",
            test -> {
              test.write("train.rec", FaceSets.bytes("train.rec"));
              test.write("train.idx", FaceSets.bytes("train.idx"));
            }),
        Row.shards("pack --exts npy --shards 3 ./arrays", SameBytesOnYarnTest::arrays),
        Row.shards(
            "pack --exts bmp,gif,tif,webp --resize 16 --shards 3 ./codecs",
            SameBytesOnYarnTest::codecs),
        list("csv", "path,label,more", (name, i) -> name + "," + i % 4 + "," + i * 0.25),
        list("jsonl", "", (name, i) -> "{\"path\": \"" + name + "\", \"label\": [" + i + ", 7]}"),
        list("txt", "", (name, i) -> name + " " + i % 4),
        Row.segments(
            "csr --labels all ./tags.libsvm",
            2000,
            test ->
                test.lines(
                    "tags.libsvm",
                    "300 700 40",
                    i -> i % 40 + (i % 3 == 0 ? "" : "," + (i + 7) % 40) + " " + i + ":0.5 699:1")),
        Row.segments(
            "csr --columns ./map/columns.npy ./rows.libsvm",
            1000,
            test -> {
              test.lines("rows.libsvm", "", i -> String.format(features, i % 2, i % 70, 70 + i));
              test.lines("train.libsvm", "", i -> String.format(features, i % 2, i % 50, 77 + i));
              test.ok("csr -q --columns compact ./train.libsvm ./map");
            }),
        Row.segments(
            "csr --drop zeros --missing -1 --columns compact ./rows.libsvm",
            1000,
            test ->
                test.lines(
                    "rows.libsvm", "", i -> i % 2 + " 3:" + i % 3 + " " + (5 + i % 50) + ":-1")),
        Row.splits("sample --count 77 --seed 7 ./rows.libsvm", 1500, SameBytesOnYarnTest::queries),
        Row.splits("reshard --shards 3 ./rows.libsvm", 1500, SameBytesOnYarnTest::queries),
        Row.splits(
            "select --label 1,3 --shards 3 ./rows.libsvm", 1500, SameBytesOnYarnTest::queries),
        Row.splits(
            "split --seed 7 --group-by qid --fractions train=0.7,val=0.3 --shards 2 ./rows.libsvm",
            1500,
            SameBytesOnYarnTest::queries));
  }

  /** A line of a list. */
  private interface Entry {
    String of(String name, int number);
  }

  private static Row list(String extension, String header, Entry entry) {
    String name = "list." + extension;
    return Row.shards(
        "pack --shards 3 --list ./" + name + " --root ./images",
        test -> {
          List<String> names = test.images();
          String lines =
              IntStream.range(0, names.size())
                  .mapToObj(i -> entry.of(names.get(i), i))
                  .collect(Collectors.joining("\n"));
          test.write(name, header.isEmpty() ? lines : header + "\n" + lines);
        });
  }

  private void lines(String name, String header, IntFunction<String> line) throws IOException {
    String lines = IntStream.range(0, 300).mapToObj(line).collect(Collectors.joining("\n"));
    write(name, (header.isEmpty() ? "" : header + "\n") + lines + "\n");
  }

  private void queries() throws IOException {
    lines("rows.libsvm", "", i -> i % 4 + " qid:" + i / 3 + " " + i + ":0.25");
  }

  private void multi() throws IOException {
    write("multi.rec", ImageFiles.bytes("multi.rec"));
    write("multi.idx", ImageFiles.bytes("multi.idx"));
  }

  private void grain() throws IOException {
    multi();
    ok("export -q --to arrayrecord --shards 2 --codec snappy ./multi.rec ./grain");
  }

  /** Writes images with plain names, which are returned. */
  private List<String> images() throws IOException {
    Path images = path("images");
    ImageFiles.write(yarn.dfs(), images, "multi.lst");
    return ImageFiles.lines("multi.lst").stream()
        .map(line -> line.substring(line.lastIndexOf('\t') + 1))
        .filter(name -> name.matches("[\\w./]+"))
        .toList();
  }

  private void pairs() throws IOException {
    List<String> names = images();
    var list = new StringBuilder();
    for (int i = 0; i < names.size() / 2 * 2; i++) {
      list.append(i).append('\t').append(i / 2 % 2).append('\t').append(names.get(i)).append('\n');
    }
    write("pairs.lst", list.toString());
    ok("pack -q --list ./pairs.lst --root ./images ./pairs");
  }

  private void arrays() throws IOException {
    var random = new Random(38);
    for (int i = 0; i < 24; i++) {
      var array = new ByteArrayOutputStream();
      array.writeBytes(NpyHeader.of(NpyType.parse("<f2"), new long[] {3, 5}));
      byte[] numbers = new byte[30];
      random.nextBytes(numbers);
      array.writeBytes(numbers);
      write("arrays/" + (i < 10 ? "cat" : "dog") + "/" + i + ".npy", array.toByteArray());
    }
  }

  private void codecs() throws IOException {
    for (String name : CODECS) {
      java.nio.file.Path file =
          ConfigurationDocs.projectFile("images/src/test/resources/images/codec/" + name);
      for (int i = 0; i < 3; i++) {
        write("codecs/" + i + "/" + name, java.nio.file.Files.readAllBytes(file));
      }
    }
  }

  private Recordio ok(String line) throws IOException {
    return Recordio.run(conf(), CommandTestBase.wordsIn(testDir(), line)).ended(0);
  }

  private JobFiles here(Row row, String settings, String output) throws IOException {
    Recordio.run(conf(), row.words(testDir(), settings, output)).ended(0);
    return JobFiles.of(fs(), path(output));
  }

  private Set<ApplicationId> applications() {
    return Set.copyOf(yarn.cluster().getResourceManager().getRMContext().getRMApps().keySet());
  }

  /** Returns how many map tasks the largest of the jobs had that have come since then. */
  private int mapTasks(Set<ApplicationId> before) throws Exception {
    int most = 0;
    var client = new Cluster(yarn.conf());
    try {
      for (ApplicationId id : applications()) {
        if (!before.contains(id)) {
          Job job = client.getJob(TypeConverter.fromYarn(id));
          most = Math.max(most, job.getTaskReports(TaskType.MAP).length);
        }
      }
    } finally {
      client.close();
    }
    return most;
  }

  @ParameterizedTest
  @MethodSource
  void rowsOfEveryBuild(Row row) throws Exception {
    test(row);
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource
  void otherRows(Row row) throws Exception {
    test(row);
  }

  private void test(Row row) throws Exception {
    row.input().write(this);
    JobFiles one = here(row, "-Drecordio.threads=1 " + row.one(), "one");
    one.assertSame(here(row, "-Drecordio.threads=7 " + row.several(), "seven"));
    Set<ApplicationId> before = applications();
    Ended ended =
        hadoopJar.run(String.join(" ", row.words(testDir(), row.several(), "containers")));
    assertEquals(0, ended.status(), ended.err());
    one.assertSame(JobFiles.of(fs(), path("containers")));
    int tasks = mapTasks(before);
    assertTrue(tasks > 1, tasks + " map tasks: " + ended.err());
  }

  /** The command is no job: its process reads from HDFS. */
  @Test
  void batchesOfArraysOfHdfsAreTheBatchesOfLocalFiles(@TempDir java.nio.file.Path local)
      throws Exception {
    arrays();
    ok("pack -q --exts npy --shards 3 ./arrays ./packed");
    var copy = new Path(local.toUri());
    fs().copyToLocalFile(path("packed"), new Path(copy, "packed"));
    String line = "batches -q ./packed --batch-size 5 --tail emit --to npy ./batches";
    Recordio.run(conf(), CommandTestBase.wordsIn(copy, line)).ended(0);
    ok(line);
    JobFiles batches = JobFiles.of(fs(), path("batches"));
    assertTrue(batches.names().contains("data-00004.npy"), batches.names().toString());
    batches.assertSame(JobFiles.of(copy.getFileSystem(conf()), new Path(copy, "batches")));
  }
}
