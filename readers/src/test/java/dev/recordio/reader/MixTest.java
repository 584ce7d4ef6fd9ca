// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.order.Mixture;
import dev.recordio.order.RecordOrder;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.Sampled;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Inputs by weight: {@code mix(a:0.7,b:0.3)}, against plain lists. */
class MixTest {
  private static final int[] A = {9, 0, 8}; // records of each file
  private static final int[] B = {7};
  private static final int A_RECORDS = 17;
  private static final int STEP = Sampled.step(5, 1); // between places where a run stops

  @TempDir static Path dir;

  /** A mix, and what it should hand out. */
  private record Case(String spec, double a, int batch, boolean all, boolean shuffled) {
    private String text() {
      return in(spec);
    }

    /** Returns the ordinals of an epoch, input after input by the rule, from lists. */
    private List<Long> epoch(long epoch) {
      var mixture = new Mixture(new double[] {a, 1 - a}, 5, epoch, batch);
      int[] records = {A_RECORDS, B[0]};
      int[] taken = new int[2];
      var ordinals = new ArrayList<Long>();
      for (long position = 0; ; position++) {
        int input = mixture.input(position);
        int n = records[input];
        boolean done = all ? taken[0] >= records[0] && taken[1] >= records[1] : taken[input] == n;
        if (done) {
          return ordinals;
        }
        long pass = taken[input] / n;
        RecordOrder order =
            shuffled
                ? RecordOrder.epoch(n, 7, epoch + (pass << 32), 2, 5)
                : RecordOrder.sequential(n, 0, 1, java.util.OptionalLong.empty());
        ordinals.add(input * A_RECORDS + order.at(taken[input]++ % n));
      }
    }
  }

  static Stream<Case> cases() {
    String shuffled = " | order(epoch,seed=7,block=2,window=5)";
    return Stream.of(
        new Case("mix(DIR/a:0.7,DIR/b:0.3,seed=5)", 0.7, 1, false, false),
        new Case("mix(DIR/a:7,DIR/b:3,seed=5)" + shuffled, 0.7, 1, false, true),
        new Case("mix(DIR/a:1,DIR/b:1,seed=5,stop=all)" + shuffled, 0.5, 1, true, true),
        new Case("mix(DIR/a:1,DIR/b:1,seed=5,batch=4)" + shuffled, 0.5, 4, false, true),
        new Case("mix(DIR/a:1,DIR/b:1,seed=5,batch=3,stop=all)", 0.5, 3, true, false),
        new Case(
            "mix(\"DIR/a" + shuffled + ":1\",\"recordio:DIR/b" + shuffled + ":3\",seed=5)",
            0.25,
            1,
            false,
            true));
  }

  @BeforeAll
  static void write() throws IOException {
    write("a", true, 0, A);
    write("b", false, A_RECORDS, B);
    write("empty", true, 0, 0);
    Files.writeString(dir.resolve("rows.libsvm"), "1 1:1\n");
  }

  private static void write(String folder, boolean indexed, int first, int... counts)
      throws IOException {
    int ordinal = first;
    for (int file = 0; file < counts.length; file++) {
      var path = new org.apache.hadoop.fs.Path(dir.toString(), folder + "/" + file + ".rec");
      try (var writer =
          RecordFileWriter.create(
              LocalFiles.raw(), path, indexed ? RecordFiles.index(path) : null)) {
        for (int i = 0; i < counts[file]; i++, ordinal++) {
          writer.write(ordinal, new byte[] {(byte) ordinal}, 0, 1);
        }
      }
    }
  }

  private static String in(String text) {
    return text.replace("DIR", dir.toString());
  }

  private static <T> Reader<T> open(String spec, int worker, int workers) throws IOException {
    Configuration conf = new Configuration(LocalFiles.raw());
    ReaderConf.SHARD.set(conf, worker + "/" + workers);
    return Readers.open(conf, in(spec));
  }

  /** Returns {@code epoch:position:ordinal} of each of the next records. */
  private static List<String> read(Reader<Record> reader, long most) throws IOException {
    var read = new ArrayList<String>();
    while (read.size() < most && reader.next()) {
      Record record = reader.get();
      assertEquals(1, record.length());
      assertEquals(record.ordinal(), record.copy()[0], "the record's own number");
      read.add(reader.epoch() + ":" + record.position() + ":" + record.ordinal());
    }
    return read;
  }

  private static List<String> all(Case mix, int epochs) {
    var all = new ArrayList<String>();
    for (int epoch = 0; epoch < epochs; epoch++) {
      List<Long> ordinals = mix.epoch(epoch);
      for (int position = 0; position < ordinals.size(); position++) {
        all.add(epoch + ":" + position + ":" + ordinals.get(position));
      }
    }
    return all;
  }

  private static List<String> every(List<String> of, int from, int step) {
    return IntStream.range(0, of.size()).filter(i -> i % step == from).mapToObj(of::get).toList();
  }

  /** Epochs are shared out each for itself. */
  private static List<String> share(List<String> of, int worker, int workers) {
    var share = new ArrayList<String>();
    for (String epoch : List.of("0:", "1:")) {
      share.addAll(
          every(of.stream().filter(each -> each.startsWith(epoch)).toList(), worker, workers));
    }
    return share;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aRunGoesOnFromEveryPosition(Case mix) throws IOException {
    List<String> expected = all(mix, 2);
    for (int stop = 0; stop <= expected.size(); stop += STEP) {
      ReaderState state;
      try (Reader<Record> reader = open(mix.spec + " | repeat(2)", 0, 1)) {
        assertEquals(expected.subList(0, stop), read(reader, stop));
        state = ReaderState.parse(reader.state().toString());
      }
      try (Reader<Record> reader = open(mix.spec + " | repeat(2)", 0, 1)) {
        reader.restore(state);
        assertEquals(expected.subList(stop, expected.size()), read(reader, Long.MAX_VALUE));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void whatTwoWorkersLeaveIsSharedByThree(Case mix) throws IOException {
    stopAndGoOn(mix, 2, 3);
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("cases")
  void whatSomeWorkersLeaveIsSharedByOthers(Case mix) throws IOException {
    for (int workers = 1; workers <= 4; workers++) {
      for (int others = 1; others <= 4; others++) {
        stopAndGoOn(mix, workers, others);
      }
    }
  }

  /** Workers stop anywhere, others go on and stop, and as many as at first read the rest. */
  private static void stopAndGoOn(Case mix, int workers, int others) throws IOException {
    var random = new Random(31L * workers + others);
    List<String> left = all(mix, 2);
    var states = new ArrayList<ReaderState>();
    for (int generation = 0; generation < 3; generation++) {
      int n = generation % 2 == 0 ? workers : others;
      var read = new ArrayList<String>();
      var next = new ArrayList<ReaderState>();
      for (int worker = 0; worker < n; worker++) {
        try (Reader<Record> reader = open(mix.spec + " | repeat(2)", worker, n)) {
          if (!states.isEmpty()) {
            Collections.shuffle(states, random);
            reader.restore(ReaderState.of(states));
          }
          List<String> share = share(left, worker, n);
          int stop = generation == 2 ? share.size() + 1 : random.nextInt(share.size() + 1);
          List<String> got = read(reader, stop);
          assertEquals(share.subList(0, Math.min(stop, share.size())), got);
          read.addAll(got);
          next.add(ReaderState.parse(reader.state().toString()));
        }
      }
      left = left.stream().filter(each -> !read.contains(each)).toList();
      states = next;
    }
    assertEquals(List.of(), left);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mix(DIR/a:2,DIR/b:1,seed=5) | shuffle(seed=1,window=4) | repeat(2)",
        "mix(DIR/a:2,DIR/b:1) | order(permutation) | skip(1) | take(9) | batch(4,tail=wrap)"
            + " | prefetch(1k) | repeat(2)",
        "mix(DIR/a:2,DIR/b:1,batch=4,stop=all) | repeat(2) | batch(4,tail=pad)",
        "mix(DIR/a:2,DIR/b:1) | take(12) | zip(\"mix(DIR/b:1,DIR/a:2,seed=3) | take(12)\")"
            + " | repeat(2)",
      })
  void otherStagesGoOnFromEveryItemToo(String spec) throws IOException {
    int workers = spec.contains("shuffle") ? 2 : 1; // each goes on by itself only after shuffle
    for (int worker = 0; worker < workers; worker++) {
      List<String> expected = texts(spec, worker, workers, null, Integer.MAX_VALUE).texts;
      assertTrue(expected.size() >= 4, spec);
      for (int stop = 0; stop <= expected.size(); stop += STEP) {
        var states = new ArrayList<ReaderState>();
        for (int each = 0; each < workers; each++) {
          states.add(texts(spec, each, workers, null, stop).state);
        }
        Read rest = texts(spec, worker, workers, ReaderState.of(states), Integer.MAX_VALUE);
        assertEquals(expected.subList(stop, expected.size()), rest.texts, spec + " from " + stop);
      }
    }
  }

  private record Read(List<String> texts, ReaderState state) {}

  private static Read texts(String spec, int worker, int workers, ReaderState from, int most)
      throws IOException {
    var texts = new ArrayList<String>();
    try (Reader<Object> reader = open(spec, worker, workers)) {
      if (from != null) {
        reader.restore(from);
      }
      while (texts.size() < most && reader.next()) {
        texts.add(reader.epoch() + " " + text(reader.get()));
      }
      return new Read(texts, ReaderState.parse(reader.state().toString()));
    }
  }

  private static String text(Object item) {
    if (item instanceof Batch<?> batch) {
      return IntStream.range(0, batch.size()).mapToObj(i -> text(batch.get(i))).toList()
          + "+"
          + batch.fill();
    }
    return item instanceof Zipped zipped
        ? zipped.stream().map(MixTest::text).toList().toString()
        : ((Record) item).position() + ":" + ((Record) item).copy()[0];
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aStateCountsTheRecordsOfEachInputBeforeTheNextOne(Case mix) throws IOException {
    List<Long> epoch = mix.epoch(0);
    try (Reader<Record> reader = open(mix.spec, 0, 1)) {
      for (int position = 0; position <= epoch.size(); position++) {
        List<Long> before = epoch.subList(0, position);
        long ofA = before.stream().filter(ordinal -> ordinal < A_RECORDS).count();
        String counts = ofA + "," + (position - ofA) + "]}";
        assertTrue(reader.state().toString().endsWith(counts), reader.state() + " " + counts);
        reader.next();
      }
    }
  }

  /** A worker's counts are of the positions before its own, also after another run. */
  @Test
  void countsAreOfAllWorkers() throws IOException {
    Case mix = cases().findFirst().orElseThrow();
    List<Long> epoch = mix.epoch(0);
    ReaderState state;
    try (Reader<Record> reader = open(mix.spec, 0, 1)) {
      read(reader, 5);
      state = reader.state();
      assertTrue(
          state.toString().contains(in("\"counted\":[\"DIR/a\",\"DIR/b\"]")), state.toString());
    }
    try (Reader<Record> reader = open(mix.spec, 1, 2)) {
      reader.restore(state);
      for (int k = 0; k < 3; k++) {
        long next = 5 + 2 * k + 1;
        long ofA = epoch.stream().limit(next).filter(ordinal -> ordinal < A_RECORDS).count();
        String marks = "[0," + k + "," + ofA + "," + (next - ofA) + "]}";
        assertTrue(reader.state().toString().endsWith(marks), reader.state() + " " + marks);
        reader.next();
      }
    }
  }

  @Test
  void aWindowThatIsReadAgainCountsFromItsPlace() throws IOException {
    Case mix = cases().findFirst().orElseThrow();
    try (Reader<Record> reader = open(mix.spec + " | shuffle(window=3)", 0, 1)) {
      read(reader, 4); // the window is read again from the start of the epoch
      assertTrue(reader.state().toString().contains("[0,0,0,0,"), reader.state().toString());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "mix(DIR/a:0.7,DIR/b:0.3,seed=6)",
        "mix(DIR/a:0.6,DIR/b:0.4,seed=5)",
        "mix(DIR/b:0.7,DIR/a:0.3,seed=5)",
        "mix(DIR/a:0.7,seed=5)",
        "mix(DIR/a:0.7,DIR/b:0.3,seed=5,batch=2)",
        "mix(DIR/a:0.7,DIR/b:0.3,seed=5,stop=all)",
        "mix(DIR/a:0.7,\"DIR/b | order(epoch):0.3\",seed=5)",
        "mix(DIR/a:0.7,DIR/b:0.3,seed=5) | order(epoch)",
        "DIR/a",
      })
  void aStateOfAnotherMixIsRefused(String other) throws IOException {
    ReaderState state;
    try (Reader<Record> reader = open("mix(DIR/a:0.7,DIR/b:0.3,seed=5)", 0, 1)) {
      read(reader, 3);
      state = reader.state();
    }
    try (Reader<Record> reader = open(other, 0, 1)) {
      var e = assertThrows(InvalidSettingException.class, () -> reader.restore(state));
      assertTrue(
          e.getMessage()
              .startsWith(
                  "the state of shard 0/1 is of another pipeline: expected "
                      + reader.toString().replace(" | shard(0/1)", "")
                      + ", found mix("),
          e.getMessage());
    }
  }

  @Test
  void aStateIsRefusedWhenAFileOfOneInputHasChanged() throws IOException {
    write("changing", true, 0, 4);
    ReaderState state;
    try (Reader<Record> reader = open("mix(DIR/a:1,DIR/changing:1)", 0, 1)) {
      reader.next();
      state = reader.state();
    }
    Files.delete(dir.resolve("changing/0.rec"));
    Files.delete(dir.resolve("changing/0.idx"));
    Files.delete(dir.resolve("changing/0.ridx"));
    write("changing", true, 0, 5);
    try (Reader<Record> reader = open("mix(DIR/a:1,DIR/changing:1)", 0, 1)) {
      var e = assertThrows(IOException.class, () -> reader.restore(state));
      assertTrue(e.getMessage().contains("changing/0.rec"), e.getMessage());
    }
  }

  @Test
  void withStopAllTheShorterInputBeginsAgainInAnotherOrder() {
    Case mix = cases().filter(each -> each.all && each.shuffled).findFirst().orElseThrow();
    List<Long> epoch = mix.epoch(0);
    List<Long> ofB = epoch.stream().filter(ordinal -> ordinal >= A_RECORDS).toList();
    assertEquals(A_RECORDS + B[0], new TreeSet<>(epoch).size(), "every record comes");
    assertTrue(ofB.size() > 2 * B[0], ofB.size() + " of the shorter input");
    List<Long> first = ofB.subList(0, B[0]);
    List<Long> second = ofB.subList(B[0], 2 * B[0]);
    assertEquals(new TreeSet<>(first), new TreeSet<>(second), "each once before any again");
    assertEquals(B[0], new TreeSet<>(first).size());
    assertNotEquals(first, second);
  }

  @Test
  void aMixOfOneInputIsThisInput() throws IOException {
    String order = " | order(epoch,seed=7)";
    try (Reader<Record> mixed = open("mix(DIR/a:3)" + order, 0, 1);
        Reader<Record> plain = open("DIR/a" + order, 0, 1)) {
      assertEquals(read(plain, 100), read(mixed, 100));
    }
  }

  @Test
  void aRareInputDoesNotShortenAnEpoch() throws IOException {
    try (Reader<Record> reader = open("mix(DIR/a:1,DIR/b:1e-9)", 0, 1)) {
      List<String> read = read(reader, 100);
      assertEquals(A_RECORDS, read.size());
      assertEquals("0:16:16", read.get(16));
    }
  }

  @Test
  void aLaterEpochCanBeTheFirst() throws IOException {
    Case mix = cases().skip(1).findFirst().orElseThrow();
    Configuration conf = new Configuration(LocalFiles.raw());
    RecordIOConf.INPUT_EPOCH.set(conf, "1");
    try (Reader<Record> reader = Readers.open(conf, mix.text())) {
      List<String> second = all(mix, 2).stream().filter(each -> each.startsWith("1:")).toList();
      assertEquals(second, read(reader, 100));
    }
  }

  @Test
  void anInputWithoutRecordsIsRefused() throws IOException {
    for (String stop : List.of("first", "all")) {
      try (Reader<Record> reader =
          open("mix(DIR/a:1,recordio:DIR/empty:1,stop=" + stop + ")", 0, 1)) {
        var e = assertThrows(InvalidSettingException.class, reader::next);
        assertEquals(
            in("mix: input 2, recordio:DIR/empty, has no records: leave it out"), e.getMessage());
      }
    }
  }

  @Test
  void anEpochThatWouldNotEndIsRefused() throws IOException {
    String others = IntStream.range(0, 30).mapToObj(i -> ",DIR/b:1").reduce("", String::concat);
    String many = "mix(\"DIR/a | order(replacement,count=4000000000000000):1e-9\",DIR/b:1";
    try (Reader<Record> reader = open(many + others + ",stop=all)", 0, 1)) {
      var e = assertThrows(InvalidSettingException.class, reader::next);
      assertTrue(e.getMessage().startsWith("mix: an epoch would have more than"), e.getMessage());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "mix() ~ needs inputs ~ 1",
        "mix(DIR/a) ~ expected INPUT:WEIGHT ~ 5",
        "mix(DIR/a:1,DIR/b:) ~ expected INPUT:WEIGHT ~ 2",
        "mix(DIR/a:1,DIR/b:x) ~ expected INPUT:WEIGHT ~ 2",
        "mix(DIR/a:1,DIR/b:NaN) ~ expected INPUT:WEIGHT ~ 2",
        "mix(DIR/a:1,DIR/b:0x1p3) ~ expected INPUT:WEIGHT ~ 2",
        "mix(DIR/a:1,DIR/b:1..2) ~ takes an input and its weight ~ 2",
        "mix(DIR/a:1,:1) ~ expected INPUT:WEIGHT ~ 2",
        "mix(DIR/a:1,DIR/b:0) ~ expected a weight above 0, found 0 ~ 2",
        "mix(DIR/a:1,DIR/b:-0.5) ~ expected a weight above 0, found -0.5 ~ 2",
        "mix(DIR/a:1,DIR/b:1e999) ~ expected a weight above 0, found 1e999 ~ 2",
        "mix(DIR/a:1,DIR/b:1e-13) ~ at least 1.0E-12 of the sum of all ~ 5",
        "mix(DIR/a:1,recordoi:DIR/b:1) ~ did you mean recordio? ~ 2",
        "mix(DIR/a:1,libsvm:DIR/rows.libsvm:1) ~ expected RecordIO files ~ 2",
        "mix(DIR/a:1,\"DIR/b | take(3):1\") ~ found DIR/b | take(3) ~ 2",
        "mix(DIR/a:1,\"DIR/b | batch(3):1\") ~ found DIR/b | batch(3) ~ 2",
        "mix(DIR/a:1,\"DIR/b | ordr(epoch):1\") ~ did you mean order? ~ 2",
        "mix(DIR/a:1,\"mix(DIR/b:1):1\") ~ expected RecordIO files ~ 2",
        "mix(DIR/a:1,DIR/b:1,batch=0) ~ batch of mix is '0' ~ 3",
        "mix(DIR/a:1,DIR/b:1,stop=never) ~ stop of mix is 'never' ~ 3",
        "mix(DIR/a:1,DIR/b:1,seeds=1) ~ did you mean seed? ~ 3",
        "mix(DIR/a:1,DIR/b:1 ~ is not closed ~ 4",
        "DIR/a | mix(DIR/b:1) ~ mix comes first ~ 1",
      })
  void aWrongMixIsOneErrorThatNamesItsPlace(String spec, String error, int place) {
    String text = in(spec.strip());
    // by the number of the argument; the column of a stage or of its parenthesis otherwise
    int second = text.indexOf(',') + 2;
    int column =
        switch (place) {
          case 1 -> text.startsWith("mix") ? 1 : text.indexOf("mix(") + 5;
          case 2 -> second;
          case 3 -> text.indexOf(',', second) + 2;
          default -> place;
        };
    var e = assertThrows(InvalidSettingException.class, () -> open(text, 0, 1).close());
    assertTrue(e.getMessage().contains(in(error.strip())), e.getMessage());
    assertTrue(e.getMessage().contains("(column " + column + " of '"), e.getMessage());
    assertTrue(e.getMessage().lines().count() == 1, e.getMessage());
  }

  @Test
  void anInputThatDoesNotExistIsNamedWithItsPlace() {
    var e =
        assertThrows(
            FileNotFoundException.class, () -> open("mix(DIR/a:1,DIR/none:1)", 0, 1).close());
    assertTrue(e.getMessage().startsWith("input 2 of mix: "), e.getMessage());
    assertTrue(
        e.getMessage().contains("(column " + (in("mix(DIR/a:1,").length() + 1)), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "part(0/2) ~ part(0/2,rule=equal) is of one input",
        "files(2) ~ must come first after an input of files",
        "interleave(2) ~ must come first after an input of files",
      })
  void whatIsOfTheFilesOfOneInputIsRefusedAfterAMix(String stage, String error) {
    var e =
        assertThrows(
            InvalidSettingException.class,
            () -> open("mix(DIR/a:1,DIR/b:1) | " + stage, 0, 1).close());
    assertTrue(e.getMessage().contains(error), e.getMessage());
  }

  @Test
  void manyInputsAreMixed() throws IOException {
    String inputs =
        IntStream.range(0, 130)
            .mapToObj(i -> in(i % 2 == 0 ? "DIR/a:1" : "DIR/b:1"))
            .reduce((a, b) -> a + "," + b)
            .orElseThrow();
    try (Reader<Record> reader = open("mix(" + inputs + ")", 0, 1)) {
      var seen = new TreeSet<Long>();
      while (reader.next()) {
        Record record = reader.get();
        assertEquals(record.ordinal() % (A_RECORDS + B[0]), record.copy()[0]);
        assertTrue(seen.add(record.ordinal()), "each once");
      }
      assertTrue(seen.size() > 130 * 5, seen.size() + " until one of 65 inputs of 7 ended");
    }
    var e =
        assertThrows(
            InvalidSettingException.class,
            () -> open("mix(x:1" + ",x:1".repeat(1024) + ")", 0, 1).close());
    assertTrue(e.getMessage().contains("mix takes at most 1024 inputs"), e.getMessage());
  }
}
