// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import static dev.recordio.jobs.testing.CommandTestBase.assertHas;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Fixtures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exact messages of the program: each has what the user wrote, and what to write instead. */
class MessagesTest {
  /** The records of {@code indexed.rec}. */
  private static final int RECORDS = 121;

  @TempDir Path temp;
  private Path records;

  @BeforeEach
  void write() throws Exception {
    records = Files.write(temp.resolve("in.rec"), Fixtures.bytes("indexed.rec"));
  }

  private Recordio run(String line) {
    String words = line.replace("IN", records.toString()).replace("TEMP", temp.toString());
    return Recordio.run(LocalJobs.conf(temp), words.split(" "));
  }

  private void assertRefused(int code, String message, String line) {
    Recordio run = run(line);
    assertEquals("recordio: " + message, run.err().stripTrailing());
    assertEquals(code, run.code());
    assertEquals("", run.out());
  }

  @ParameterizedTest
  @CsvSource({"pack, --zoom-level", "pack, --nothing-like-it"})
  void anOptionThatIsLikeNoOtherGetsNoSuggestion(String command, String option) {
    assertRefused(
        2,
        "unknown option: '" + option + "'\nTry: recordio " + command + " --help",
        command + " " + option + " IN TEMP/out");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "pack; pack needs INPUT... OUTPUT",
        "merge; merge needs INPUT... OUTPUT",
        "info; info needs INPUT",
        "shuffle IN; shuffle needs OUTPUT",
        "csr; csr needs INPUT and OUTPUT",
        "report IN; report needs --output FILE.html",
        "store gather TEMP; store gather needs OUTPUT",
      })
  void whatIsMissingIsShownByAnExample(String line, String message) {
    Recordio run = run(line);
    String command = line.startsWith("store") ? "store gather" : line.split(" ")[0];
    List<String> lines = run.err().lines().toList();
    assertEquals("recordio: " + message, lines.get(0));
    assertTrue(lines.get(1).startsWith("Such as: recordio " + command + " "), run.err());
    assertEquals("Try: recordio " + command + " --help", lines.get(2));
    assertEquals(3, lines.size(), run.err());
    assertEquals(2, run.code());
  }

  @Test
  void oneArgumentTooManyIsNamed() {
    assertRefused(
        2,
        "one argument too many: 'b.rec'\n"
            + "Several inputs are one argument: "
            + records
            + ",b.rec\n"
            + "Try: recordio info --help",
        "info IN b.rec");
    assertRefused(
        2,
        "--rand-crop takes no value: 'true'\nTry: recordio batches --help",
        "batches IN --shape 3,8,8 --batch-size 2 --rand-crop true");
    assertRefused(2, "unknown option: '--part'\nTry: recordio info --help", "info IN --part 0/2");
    assertRefused(
        2, "--output needs a value: FILE.html\nTry: recordio report --help", "report IN --output");
    assertRefused(2, "no command is given, only -version\nTry: recordio --help", "-version");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "pack --threads 4; -D recordio.threads=N sets the threads of this process",
        "pack --num-thread 4; -D recordio.threads=N sets the threads of this process",
        "stats --num_workers=4; -D recordio.threads=N sets the threads of this process",
        "pack -j 4; -D recordio.threads=N sets the threads of this process",
        "pack --pass-through; Files are packed as they are, unless an option for pixels is given",
        "pack --recursive; Folders are read with all that is in them",
        "pack --no-shuffle; Records stay in the order of the input, unless --shuffle is given",
        "batches --data-shape 3,8,8; Its name here is --shape C,H,W",
        "pack --pack-label; All labels of a list are packed",
      })
  void optionsOfOtherToolsAreExplained(String line, String hint) {
    Recordio run = run(line + " IN TEMP/out");
    String option = line.split(" ")[1].replaceFirst("=.*", "");
    String command = line.split(" ")[0];
    assertEquals(
        "recordio: unknown option: '"
            + option
            + "'\n"
            + hint
            + "\nTry: recordio "
            + command
            + " --help\n",
        run.err());
    assertEquals(2, run.code());
  }

  @ParameterizedTest
  @CsvSource({
    "csr --to nope IN TEMP/out, --to is 'nope'; ",
    "pack --header nope IN TEMP/out, --header is 'nope'",
    "stats --mode nope IN, --mode is 'nope'",
    "sample --count 1000 IN TEMP/out, '--count is 1000, but there are 121 records'",
    "csr -D recordio.csr.to=nope IN TEMP/out, recordio.csr.to is 'nope'; "
  })
  void aWrongValueIsReportedByTheOptionThatTheUserGave(String line, String message) {
    Recordio run = run(line);
    assertTrue(
        run.err().lines().anyMatch(l -> l.startsWith("recordio: " + message.strip())), run.err());
    assertEquals(2, run.code());
  }

  @Test
  void rowsThatAreNotThereAreAnError() {
    assertRefused(
        3,
        "--rows is 200-300, but there are 121 records, 0 to 120: " + records,
        "cat --rows 200-300 IN");
    Recordio some = run("cat --rows 120-300 IN").ended(3);
    assertEquals(
        "recordio: --rows is 120-300, but there are 121 records, 0 to 120: " + records + "\n",
        some.err());
    run("cat --rows 200-300 -D recordio.input.corrupt-record.policy=skip IN").ended(3);
  }

  @Test
  void oneRowIsARange() {
    assertEquals(run("cat --rows 3-3 IN").out(), run("cat --rows 3 IN").out());
    run("cat --rows 3 IN").ended(0);
  }

  @Test
  void onlyOneOfSeveralSelections() {
    assertRefused(
        2,
        "only one of --part, --key can be given\nTry: recordio cat --help",
        "cat --part 0/2 --key 3 IN");
  }

  @Test
  void numbersAreReportedAsNumbers() {
    assertRefused(
        2,
        "--shards is 'a'; it takes a whole number from 0 to 1000000",
        "pack --shards a IN TEMP/out");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-q info IN", "--quiet info IN", "-q --debug info IN", "--json info IN"})
  void optionsMayPrecedeTheCommand(String line) {
    assertHas(run(line).ended(0).out(), "records");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "stats -",
        "csr - TEMP/out",
        "shuffle - TEMP/out",
        "pack - TEMP/out",
        "splits -",
        "index -"
      })
  void standardInputIsRefusedWhereTasksRead(String line) {
    assertRefused(
        2,
        "standard input can't be read here, since tasks read the input in parts: write it to a"
            + " file first (cat, info and records take -; a file of that name is ./-)",
        line);
  }

  @ParameterizedTest
  @ValueSource(strings = {"reshard", "shuffle", "sample --count 100"})
  void shardsFarBeyondTheRecordsAreRefused(String command) {
    assertHas(run(command + " --shards 5000 IN TEMP/out").ended(2).err(), "5,000 shards");
    assertFalse(Files.exists(temp.resolve("out")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "csv; 1 3:0.5 7:1; libsvm",
        "csv; -1 qid:2 3:0.5; libsvm",
        "libfm; 1 3:0.5; libsvm",
        "libsvm; 1 0:3:0.5 1:7:1; libfm",
        "libsvm; 1,2.5,x; csv",
      })
  void textOfAnotherFormatIsRecognized(String format, String line, String other) throws Exception {
    Path text = Files.writeString(temp.resolve("a.txt"), line + "\n" + line + "\n");
    Recordio run = run("stats --format " + format + " " + text).ended(3);
    String hint = "; the first line looks like " + other + ": --format " + other + "\n";
    assertTrue(run.err().endsWith(hint), run.err());
    Recordio csr = run("csr --format " + format + " " + text + " TEMP/out");
    assertTrue(csr.err().endsWith(hint), csr.err());
  }

  @Test
  void aMisspeltArgumentOfAnInputIsNamedWithWhatThereIs() {
    String known = "': there are format, indexing_mode, of csv alternate_sign, categorical,";
    Recordio format = run("stats IN?formt=csv").ended(2);
    assertTrue(
        format.err().startsWith("recordio: an input has no argument 'formt" + known), format.err());
    assertTrue(format.err().endsWith("; did you mean format?\n"), format.err());
    Recordio column = run("csr --format csv IN?labelcolumn=0 TEMP/out").ended(2);
    assertTrue(column.err().endsWith("; did you mean label_column?\n"), column.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "batches --batch-size 4 IN --shape 64,32,3; channels come first: 3,64,32",
        "mean-image IN TEMP/m.npy --shape 64,32,3; channels come first: 3,64,32",
        "batches --batch-size 4 IN --shape 3x64x32; with commas: 3,64,32",
        "mean-image IN TEMP/m.npy --shape 3x64x32; with commas: 3,64,32",
      })
  void aShapeInAnotherOrderIsExplained(String line, String hint) {
    assertHas(run(line).ended(2).err(), hint);
  }

  @ParameterizedTest
  @ValueSource(strings = {"IN|shuffle(7)", "IN|batch(4)"})
  void aPipelineWithoutBlanksIsExplained(String spec) {
    Recordio run = run("read " + spec).ended(3);
    assertTrue(
        run.err().endsWith("; stages of a pipeline come after ' | ', with blanks on both sides\n"),
        run.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"10", "10%", "-0.5", "1.01", "0,5"})
  void aFractionIsBetween0And1(String fraction) {
    assertRefused(
        2,
        "--fraction is '" + fraction + "'; it takes a number from 0 to 1",
        "sample --fraction=" + fraction + " --seed 1 IN TEMP/out");
  }

  @ParameterizedTest
  @CsvSource({
    "info -D input.buffer-size=1m IN, input.buffer-size, recordio.input.buffer-size",
    "-D format=csv stats IN, format, libsvm.format",
    "pack -D pack.shards=2 IN TEMP/out, pack.shards, recordio.pack.shards",
  })
  void aKeyWithoutItsPrefixIsRefused(String line, String key, String whole) {
    assertRefused(
        2,
        "there is no key " + key + "; docs/settings.md lists them\nDid you mean " + whole + "?",
        line);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "read IN --to csv| --to is 'csv'; it takes rec",
        "info --json --json IN| --json is given twice",
        "read IN --count 99999999999999999999| invalid value for option '--count':"
            + " '99999999999999999999' is too large a number",
      })
  void theParsersWordsAreNotTheUsers(String line, String message) {
    assertTrue(run(line).err().startsWith("recordio: " + message + "\nTry: "), run(line).err());
  }

  @Test
  void anOptionIsNamedOnce() {
    assertRefused(
        2,
        "--codec is gzip, but webdataset has no use for it",
        "export --to webdataset --codec gzip IN TEMP/out");
  }

  @Test
  void csvThatIsReadAsLibsvmIsReported() throws Exception {
    Path csv = Files.writeString(temp.resolve("c.csv"), "1,2,3\n4,5,6\n");
    Recordio run = run("stats " + csv).ended(3);
    assertHas(run.err(), "; the first line looks like csv: --format csv\n");
    assertFalse(run.err().contains("lenient"), run.err());
  }

  @Test
  void aFileThatIsNotRecordIoIsReportedWithWhatItIs() throws Exception {
    Path folder = Files.createDirectory(temp.resolve("folder"));
    Path text = Files.writeString(folder.resolve("rows"), "1 3:0.5\n");
    for (Path input : List.of(folder, text)) {
      assertRefused(
          3,
          "not a RecordIO file: file:"
              + text
              + " at offset 0: expected the magic 0A 23 D7 CE, found 31 20 33 3A, text (stats and"
              + " csr read rows of text)",
          "info " + input);
    }
    Files.write(text, new byte[] {(byte) 0xff, (byte) 0xd8, (byte) 0xff, (byte) 0xe0, 0, 16, 0, 0});
    assertTrue(run("info " + folder).err().contains("a JPEG image (pack makes records of images)"));
  }

  @Test
  void aFolderOfFoldersIsToldFromAFolderOfFiles() throws Exception {
    Path photos = Files.createDirectories(temp.resolve("photos/sea")).getParent();
    Files.writeString(photos.resolve("sea/1.JPG"), "x");
    for (String command : List.of("info", "verify", "splits", "labels", "records", "stats")) {
      assertRefused(
          2,
          photos
              + " has images in folders, and no files of records or rows; recordio pack "
              + photos
              + " OUTPUT makes records of them",
          command + " " + photos);
    }
    Files.delete(photos.resolve("sea/1.JPG"));
    Files.writeString(photos.resolve("sea/1.rec"), "");
    String key = "mapreduce.input.fileinputformat.input.dir.";
    assertRefused(
        2,
        photos
            + " has a folder in it, sea; -D "
            + key
            + "recursive=true reads what is in folders, -D "
            + key
            + "nonrecursive.ignore.subdirs=true skips them",
        "info " + photos);
  }

  @Test
  void filesWithoutRecordsAreCounted() throws Exception {
    Path empty = Files.createFile(temp.resolve("empty.rec"));
    Recordio named = run("info --json " + empty);
    assertTrue(named.out().contains("\"files\" : 1,"), named.out() + named.err());
    Path folder = Files.createDirectory(temp.resolve("folder"));
    Files.write(folder.resolve("a.rec"), Fixtures.bytes("indexed.rec"));
    Files.createFile(folder.resolve("b.rec"));
    assertHas(
        run("info --json " + folder).out(), "\"files\" : 2,", "\"records\" : " + RECORDS + ",");
  }

  @Test
  void damageIsCountedInProperEnglish() throws Exception {
    byte[] bytes = Fixtures.bytes("indexed.rec");
    bytes[8] ^= 1; // the second record's magic
    Files.write(records, bytes);
    Recordio run = run("cat -D recordio.input.corrupt-record.policy=skip IN").ended(5);
    assertTrue(run.err().startsWith("skipped 1 damaged record of 121, "), run.err());
  }

  @Test
  void helpHasOptionsInTheirOrderAndCommonOnesLast() {
    List<String> options =
        run("cat --help").lines().stream()
            .filter(line -> line.matches(" +-.*"))
            .map(line -> line.strip().replaceAll("^-\\w, +", "").replaceAll("[ =].*", ""))
            .toList();
    assertEquals(
        List.of(
            "--part",
            "--key",
            "--rows",
            "--strip-header",
            "--shuffle",
            "--seed",
            "--epoch",
            "-D",
            "--quiet",
            "--debug",
            "--help"),
        options);
  }

  @Test
  void anUnknownFormatListsThoseOfTheHelp() throws Exception {
    Path rows = Files.writeString(temp.resolve("in.libsvm"), "1 1:1\n");
    String error = run("stats --format nope " + rows).err();
    assertTrue(error.startsWith("recordio: --format is 'nope'; it takes one of "), error);
    String help = run("stats --help").out();
    assertFalse(error.contains("numbers"), error);
    for (String name : List.of("libsvm", "libfm", "csv", "rowblock", "sagemaker")) {
      assertTrue(error.contains(name) && help.contains(name), name);
    }
  }
}
