// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.read;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.jobs.testing.Recordio;
import dev.recordio.order.RecordOrder;
import dev.recordio.testing.Supports;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The lines of {@code read}: those of a plain model, for whole runs and for resumed ones. */
class ReadLinesTest extends ReadTestBase {
  private static final String EPOCH = " | order(epoch,seed=7,block=2,window=5)";
  private static final LongFunction<RecordOrder> IN_ORDER =
      epoch -> RecordOrder.sequential(RECORDS, 0, 1, OptionalLong.empty());
  private static final LongFunction<RecordOrder> SHUFFLED =
      epoch -> RecordOrder.epoch(RECORDS, 7, epoch, 2, 5);

  private static ReadModel model(String order, long first, int epochs, int batch, String tail) {
    return new ReadModel(order.isEmpty() ? IN_ORDER : SHUFFLED, first, epochs, batch, tail);
  }

  private static String stages(String order, int epochs, int batch, String tail) {
    return order
        + (batch == 0 ? "" : " | batch(" + batch + ",tail=" + tail + ")")
        + (epochs == 1 ? "" : " | repeat(" + epochs + ")");
  }

  @ParameterizedTest
  @CsvSource({"0,emit", "1,emit", "4,emit", "4,drop", "4,pad", "4,wrap", "9,wrap", "40,pad"})
  @Supports(
      row =
          "pipelines: order, shuffle, batch, prefetch, repeat, shard, resume on any number of workers",
      engine = "command line")
  void linesAreThoseOfTheModel(int batch, String tail) {
    for (String order : List.of("", EPOCH)) {
      for (String shard : new String[] {"0/1", "0/3", "2/3", "20/40", "39/40"}) {
        String[] of = shard.split("/");
        int epochs = of[1].equals("40") ? 1 : 2;
        List<String> expected =
            model(order, 3, epochs, batch, tail)
                .run(Integer.parseInt(of[0]), Integer.parseInt(of[1]), Long.MAX_VALUE);
        String text = spec(stages(order, epochs, batch, tail));
        Recordio run = read("--epoch 3 --shard {} {}", shard, text);
        assertEquals(expected, columns(5, run), text + " " + shard);
      }
    }
  }

  @Test
  void lengthsAndChecksumsAreThoseOfTheRecords() {
    List<String> records = run("records --sha256 {}", path("in")).lines();
    var expected = new ArrayList<String>();
    for (String line : records) {
      String[] row = line.split("\t");
      expected.add(String.join("\t", "0", row[0], row[0], "-", "0", row[2], row[5]));
    }
    assertEquals(expected, read("--sha256 {}", spec("")).lines());
    assertEquals(
        "0\t22\t22\t-\t0\t8\t-",
        read("{}", spec("")).lines().get(RECORDS - 1),
        "without checksums");
  }

  @Test
  void theOrderOfAnEpochIsThatOfCat() {
    String in = path("in").toString();
    byte[] epochs = new byte[0];
    for (String epoch : List.of("2", "3")) {
      String text = "recordio:" + in + " | order(epoch,seed=5)";
      byte[] cat = run("cat --shuffle --seed 5 --epoch {} {}", epoch, in).bytes();
      assertArrayEquals(cat, read("--payloads --epoch {} {}", epoch, text).bytes());
      epochs = org.apache.commons.lang3.ArrayUtils.addAll(epochs, cat);
    }
    String both = "recordio:" + in + " | order(epoch,seed=5) | batch(4,tail=pad) | repeat(2)";
    assertArrayEquals(epochs, read("--payloads --epoch 2 {}", both).bytes());
  }

  /** Stops after every number of items, goes on with other workers, stops again, and reads all. */
  @ParameterizedTest
  @CsvSource({"0,emit", "3,wrap", "3,drop"})
  void whatIsLeftIsReadByOtherWorkers(int batch, String tail) {
    var random = new Random(batch);
    int records = 7 + 5;
    LongFunction<RecordOrder> order = epoch -> RecordOrder.epoch(records, 7, epoch, 2, 5);
    for (int stop = 0; stop <= 2 * records; stop += Math.max(1, batch)) {
      var model = new ReadModel(order, 0, 2, batch, tail);
      String text = spec(stages(EPOCH, 2, batch, tail)).replace("*", "{0,3}");
      var states = new ArrayList<String>();
      for (int round = 0; round < 3; round++) {
        int workers = 1 + (stop + 3 * round) % 7;
        String resume = String.join(random.nextBoolean() ? "," : ";", states);
        states.clear();
        for (int worker = 0; worker < workers; worker++) {
          // Workers stop unequally far; the last ones read to the end.
          long count = round == 2 ? Long.MAX_VALUE : (stop + worker * (round + 1)) / workers;
          String state = path("state-" + round + "-" + worker).toString();
          String args = "--shard " + worker + "/" + workers + " --count " + count;
          Recordio run =
              resume.isEmpty()
                  ? read(args + " --save {} {}", state, text)
                  : read(args + " --save {} --resume {} {}", state, resume, text);
          assertEquals(
              model.run(worker, workers, count),
              columns(5, run),
              () -> args + " " + text + ": stopped twice from " + workers);
          states.add(state);
        }
        model.stop();
        Collections.shuffle(states, random);
      }
      assertEquals(true, model.isEmpty(), text);
      assertEquals(
          List.of(),
          read("--resume {} {}", String.join(",", states), text).lines(),
          "nothing is left after the end");
    }
  }

  @Test
  void keysSpecifyThePipelineAndItsWorker() {
    conf.set("recordio.reader.spec", spec(EPOCH));
    conf.set("recordio.reader.shard", "1/4");
    conf.set("recordio.input.epoch", "6");
    assertEquals(model(EPOCH, 6, 1, 0, "emit").run(1, 4, 99), columns(5, read("")));
    assertEquals(
        model(EPOCH, 2, 1, 0, "emit").run(3, 5, 99),
        columns(5, read("--epoch 2 --shard 3/5")),
        "options win");
    assertEquals(
        List.of("0\t0\t0\t-\t0\t0\t-"),
        read("-Drecordio.input.epoch=0 --shard 0/1 --count 1 {}", spec("")).lines(),
        "an argument wins");
  }

  @Test
  void countsStopReading() throws Exception {
    assertEquals(List.of(), read("--count 0 {}", spec("")).lines());
    assertEquals(8, read("--count 2 {}", spec(" | batch(4)")).lines().size());
    damage();
    assertEquals(19, read("--count 19 {}", spec("")).lines().size(), "no more than is needed");
  }
}
