// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.jobs.cli.StandardOutput;
import dev.recordio.jobs.pack.FullDisk;
import dev.recordio.jobs.testing.Recordio;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** States that {@code read} saves and resumes from: which it takes, and what it says of others. */
class ReadStatesTest extends ReadTestBase {
  private static final String ORDER = " | order(epoch,seed=7,block=2,window=5)";

  private String save(String name, String shard, String spec) {
    return save(name, shard, 3, spec);
  }

  private String save(String name, String shard, int count, String spec) {
    String state = path(name).toString();
    read("--shard {} --count {} --save {} {}", shard, count, state, spec);
    return state;
  }

  /** Returns what is left after the states of three workers, each of which has read 3 records. */
  private List<String> left() {
    return columns(3, read("{}", spec(ORDER))).subList(9, RECORDS);
  }

  private List<String> threeStates() {
    return Stream.of("0", "1", "2").map(i -> save("s" + i, i + "/3", spec(ORDER))).toList();
  }

  private void assertAllIsLeft(String resume) {
    assertEquals(left(), columns(3, read("--resume {} {}", resume, spec(ORDER))), resume);
  }

  @Test
  void statesAreNamedInAListAGlobAFolderOrAFileOfNames() throws IOException {
    List<String> states = threeStates();
    assertAllIsLeft(String.join(",", states));
    assertAllIsLeft(states.get(2) + " ; file:" + states.get(0) + " ; " + states.get(1));
    assertAllIsLeft(dir + "/s?");
    assertAllIsLeft(dir + "/s{0,1,2}");
    Path names = write("names", String.join("\n", states.subList(0, 2)) + "\n\n");
    assertAllIsLeft("@" + names + "," + states.get(2));
    Path folder = Files.createDirectories(path("states"));
    for (String state : states) {
      Files.copy(Path.of(state), folder.resolve(Path.of(state).getFileName()));
    }
    assertAllIsLeft(folder.toString());
  }

  @Test
  void aFileMayHaveSeveralStates() throws IOException {
    List<String> states = threeStates();
    var texts = new ArrayList<String>();
    for (String state : states) {
      texts.add(Files.readString(Path.of(state)).strip());
    }
    for (String text :
        List.of(
            String.join("\n", texts),
            "[" + String.join(",\n", texts) + "]\n",
            new ObjectMapper().readTree(texts.get(0)).toPrettyString()
                + " ["
                + texts.get(2)
                + ","
                + texts.get(1)
                + "]")) {
      write("all", text);
      assertAllIsLeft(path("all").toString());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a,b", "a;b", "[x]", "a b", "{a", "a*b", "a\\b", "@a", "a\nb", "\u00e9"})
  void namesOfStatesMayBeAny(String name) throws IOException {
    String state = save("plain", "0/1", 9, spec(ORDER));
    read("--count 9 --save {} {}", path(name), spec(ORDER));
    assertEquals(Files.readString(Path.of(state)), Files.readString(path(name)));
    String quoted = path(name).toString().replace(",", "\\,").replace(";", "\\;");
    assertAllIsLeft(quoted);
    if (!name.contains("\n")) {
      write("names", path(name) + "\n");
      assertAllIsLeft("@" + path("names"));
    }
  }

  @Test
  void statesThatDoNotBelongAreRefusedByTheirNames() throws IOException {
    List<String> states = threeStates();
    String text = spec(ORDER);
    String two = states.get(0) + "," + states.get(1);
    assertHas(refused(2, "--resume {} {}", two, text), "/s0)", "none of shard 2/3");
    assertHas(
        refused(2, "--resume {},{} {}", two, states.get(1), text), "/s1)", "two of shard 1/3");
    String all = String.join(",", states);
    String seed = text.replace("seed=7", "seed=8");
    assertHas(refused(2, "--resume {} {}", all, seed), "/s0)", "seed=7", "seed=8");
    assertHas(refused(2, "--resume {} {}", all, spec("")), "/s0)", "another pipeline");
    String of = save("other", "2/4", text);
    assertHas(refused(2, "--resume {},{} {}", two, of, text), "/s0)", "/other)", "2/4");
    read("--resume {} --shard 2/3 --save {} {}", all, path("later"), text);
    assertHas(refused(2, "--resume {},{} {}", two, path("later"), text), "/s0)", "/later)");
    refused(2, "--resume {} --epoch 1 {}", all, text);
    // What may change, may change.
    read("--resume {} --shard 1/2 {}", all, text + " | batch(4) | prefetch(1k)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no JSON",
        "{}",
        "[]",
        "[null]",
        "7",
        "{\"format\":\"recordio-reader-state-2\"}",
        "{\"format\":\"recordio-reader-state-1\"}",
        "STATE{",
        "STATE-\"marks\":[0,3]-\"marks\":[]",
        "STATE-\"marks\":[0,3]-\"marks\":[0,-3]",
        "STATE-\"marks\":[0,3]-\"marks\":[\"x\",3]",
        "STATE-\"marks\":[0,3]-\"marks\":\"x\"",
        "STATE-\"sources\":[-\"sources\":[null,",
        "STATE-\"sources\":[-\"sources\":[7,",
        "STATE-\"sources\":-\"sources\":7,\"others\":",
        "STATE-\"input\":-\"input\":7,\"others\":",
        "STATE-\"listed\":[-\"listed\":[null,",
        "STATE-\"listed\":[-\"listed\":[\"x\",",
        "STATE-\"at\":-\"at\":[],\"others\":",
        "STATE-\"spec\":-\"spec\":{},\"others\":",
        "STATE-\"workers\":1-\"workers\":0",
        "STATE-\"marksAt\":0-\"marksAt\":2147483647",
        "STATE-\"spec\"-\"specs\"",
      })
  void whatIsNoStateIsRefusedByItsName(String what) throws IOException {
    String state = Files.readString(Path.of(save("state", "0/1", spec(""))));
    String[] change = what.split("-", 3);
    String text =
        what.startsWith("STATE-")
            ? state.replace(change[1], change[2])
            : what.replace("STATE", state);
    assertFalse(text.equals(state), "the test changes something");
    write("broken", text);
    String said = refused(2, "--resume {} {}", path("broken"), spec(""));
    assertHas(said, "/broken");
    assertFalse(said.matches("(?s).*(java|dev\\.recordio|Exception|JsonToken|found :).*"), said);
  }

  @Test
  void aMarkThatCanNotBeIsRefused() throws IOException {
    String shuffled = spec(" | shuffle(window=4,seed=1)");
    String state = save("state", "0/1", shuffled);
    String text = Files.readString(Path.of(state));
    String broken = text.replaceAll("(\"marks\":\\[\\d+,\\d+,\\d+,\\d+,)\\d+", "$1-1");
    assertFalse(broken.equals(text), text);
    write("broken", broken);
    assertHas(
        refused(2, "--resume {} {}", path("broken"), shuffled), "shuffle", "can't be resumed");
  }

  @Test
  void missingStatesAndChangedInputsAreBadInput() throws IOException {
    String text = spec("");
    String state = save("state", "0/1", text);
    assertHas(refused(3, "--resume {} {}", path("none"), text), "/none");
    assertHas(refused(3, "--resume @{} {}", path("none"), text), "/none");
    assertHas(refused(2, "--resume , {}", text), "empty entry");
    Path in = path("in/2.rec");
    FileTime time = Files.getLastModifiedTime(in);
    Files.setLastModifiedTime(in, FileTime.fromMillis(time.toMillis() + 5000));
    assertHas(refused(3, "--resume {} {}", state, text), "/2.rec", "modified at");
    Files.setLastModifiedTime(in, time);
    read("--resume {} {}", state, text);
    Files.delete(in);
    assertHas(refused(3, "--resume {} {}", state, text), "/2.rec of", "/3.rec of");
  }

  @Test
  void whatCannotBeResumedIsNotBegun() {
    // The same workers only.
    String text = spec(" | shuffle(window=4,seed=1)");
    String one = save("one", "0/2", text);
    String two = save("two", "1/2", text);
    read("--resume {},{} --shard 1/2 {}", one, two, text);
    String error = refused(2, "--resume {},{} --shard 0/3 {}", one, two, text);
    assertHas(error, "shuffle", "as many workers");
    // Nobody.
    String any = spec(" | files(2,order=any)");
    read("{}", any);
    for (String save : List.of("--save " + path("any"), "--to rec --with-state")) {
      Recordio run = run("read " + save + " {}", any).ended(2);
      assertHas(run.err(), "files(", "can't be resumed");
      assertEquals(0, run.bytes().length);
    }
  }

  @Test
  void aStateIsReplacedAtTheEndOnly() throws IOException {
    Path state = write("state", "old");
    damage();
    String error = refused(3, "--save {} {}", state, spec(""));
    assertHas(error, "/3.rec at offset 16");
    assertEquals("old", Files.readString(state));
    assertEquals(List.of("state"), stateFiles());
    // Too much damage is known at the end only.
    String skip = "-Drecordio.input.corrupt-record.policy=skip";
    String few = "-Drecordio.input.corrupt-record.max-fraction=0.01";
    refused(3, "{} {} --save {} {}", skip, few, state, spec(""));
    assertEquals("old", Files.readString(state));
    Recordio skipped = run("read {} --save {} {}", skip, state, spec("")).ended(5);
    assertTrue(skipped.err().strip().endsWith("20 bytes of 392"), skipped.err());
    assertEquals(RECORDS - 1, skipped.lines().size());
    assertFalse(Files.readString(state).contains("old"));
    assertEquals(List.of("state"), stateFiles());
    read("--count 0 --save {} {}", state, spec(""));
    assertEquals(RECORDS - 1, run("read {} --resume {} {}", skip, state, spec("")).lines().size());
  }

  private List<String> stateFiles() throws IOException {
    try (Stream<Path> files = Files.list(dir)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.contains("state") && !name.endsWith(".crc"))
          .toList();
    }
  }

  @Test
  void placesForStatesAreCheckedFirst() throws IOException {
    Recordio run = run("read --save {} {}", dir, spec("")).ended(2);
    assertEquals("", run.out());
    FullDisk.install(conf);
    Recordio full = run("read --save faulty:{} {}", path("state"), spec("")).ended(1);
    assertHas(full.err(), "no space left");
    assertEquals(RECORDS, full.lines().size(), "all lines were written before");
    Path deep = path("new/folder/state");
    read("--save {} {}", deep, spec(""));
    assertTrue(Files.exists(deep));
  }

  @Test
  void nothingIsSavedAndNothingComplainsWhenThePipeIsClosed() throws IOException {
    Path state = write("state", "old");
    var closed =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
          }
        };
    var err = new ByteArrayOutputStream();
    int code =
        dev.recordio.jobs.RecordIO.run(
            conf,
            InputStream.nullInputStream(),
            StandardOutput.over(closed),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            "read",
            "--save",
            state.toString(),
            spec(" | repeat(inf)"));
    assertEquals(0, code);
    assertEquals("old", Files.readString(state));
    assertEquals(
        "warning: standard output was closed, so no state was saved: " + state,
        err.toString(StandardCharsets.UTF_8).strip());
  }

  @Test
  void statesOfAThousandWorkersAreSmall() throws IOException {
    var lines = new StringBuilder();
    String text = spec(" | order(replacement,seed=1,count=500000) | repeat(3)");
    String first = save("w", "0/1000", 1, text);
    String json = Files.readString(Path.of(first));
    for (int worker = 0; worker < 1000; worker++) {
      // As if each had stopped somewhere else.
      lines.append(
          json.replace("\"worker\":0", "\"worker\":" + worker)
              .replace("\"marks\":[0,1", "\"marks\":[" + worker % 2 + "," + worker * 7919 % 500));
    }
    write("all", lines.toString());
    String next = path("next").toString();
    String shard = "999/1000";
    read("--resume {} --shard {} --count 2 --save {} {}", path("all"), shard, next, text);
    assertTrue(Files.size(Path.of(next)) < 1 << 16, Files.size(Path.of(next)) + " bytes");
    assertTrue(Files.size(Path.of(first)) < 2000, Files.size(Path.of(first)) + " bytes");
  }
}
