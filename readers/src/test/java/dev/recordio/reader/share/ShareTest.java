// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Shares of several runs in a row against {@link ShareModel}. */
class ShareTest {
  /** A number of epochs, runs over them, and the same as the model has it. */
  private static final class Runs {
    private final int epochs;
    private final int positions;
    private final ShareModel model;
    private final List<Generation> all = new ArrayList<>();
    private final int[][] read; // how often each position of each epoch was read
    private Remainder remainder = Remainder.fresh(0);
    private int even; // positions after which there is to be no gap

    Runs(int epochs, int positions) {
      this.epochs = epochs;
      this.positions = positions;
      model = new ShareModel(epochs, positions);
      read = new int[epochs][positions];
    }

    /** Returns the positions that a worker reads of an epoch. */
    private List<Integer> share(int epoch, int worker, int workers) {
      var share = new ArrayList<Integer>();
      EpochShare positionsOf = new Share(worker, workers, remainder).in(epoch);
      for (long p; (p = positionsOf.position(share.size())) < positions; ) {
        share.add((int) p);
      }
      for (int k = 0; k + 1 < share.size(); k++) {
        if (positionsOf.isEvenFrom(k)) {
          assertEquals(share.get(k) + 1, share.get(k + 1), "a gap where there is to be none");
          even++;
        }
      }
      return share;
    }

    /** Each worker reads its share until it has read as many items as {@code stops} specifies. */
    void run(int[] stops, Random random) {
      int n = stops.length;
      var states = new ArrayList<Progress>();
      var atEpochs = new int[n];
      var atCounts = new int[n];
      for (int worker = 0; worker < n; worker++) {
        int epoch = (int) remainder.firstEpoch();
        int items = stops[worker];
        for (; epoch < epochs; epoch++) {
          List<Integer> share = share(epoch, worker, n);
          share.subList(0, Math.min(items, share.size())).forEach(at(epoch));
          // At the end of an epoch a worker is there, or at the start of the next one.
          if (items < share.size() || items == share.size() && random.nextBoolean()) {
            break;
          }
          items -= share.size();
        }
        items = epoch == epochs ? 0 : items;
        atEpochs[worker] = epoch;
        atCounts[worker] = items;
        var of = new Share(worker, n, remainder);
        states.add(new Progress("state" + worker, of, epoch, items));
      }
      assertSharesAreThoseOfTheModel(n);
      model.read(atEpochs, atCounts);
      all.add(
          Generation.of(
              Arrays.stream(atEpochs).asLongStream().toArray(),
              Arrays.stream(atCounts).asLongStream().toArray()));
      Collections.shuffle(states, random);
      remainder = Progress.remainderAfter(states);
      remainder = written(remainder);
      assertLeftIsThatOfTheModel();
    }

    private Consumer<Integer> at(int epoch) {
      return position -> read[epoch][position]++;
    }

    private void assertSharesAreThoseOfTheModel(int workers) {
      for (int epoch = (int) remainder.firstEpoch(); epoch < epochs; epoch++) {
        for (int worker = 0; worker < workers; worker++) {
          assertEquals(model.share(epoch, worker, workers), share(epoch, worker, workers));
        }
      }
    }

    /** Also that nothing is left before, and that short chains leave the same. */
    void assertLeftIsThatOfTheModel() {
      for (int epoch = 0; epoch < epochs; epoch++) {
        List<Integer> left = model.left(epoch);
        if (epoch < remainder.firstEpoch()) {
          assertEquals(List.of(), left);
          continue;
        }
        EpochRemainder shortened = remainder.in(epoch);
        var whole = new EpochRemainder(all, epoch);
        for (int i = left.size() + 2; i-- > 0; ) { // descending, too
          assertEquals(whole.at(i), shortened.at(i));
          shortened.at(i / 2); // somewhere else
          assertEquals(whole.at(i), shortened.at(i));
          assertEquals(i < left.size(), shortened.at(i) < positions);
          if (i < left.size()) {
            assertEquals(left.get(i).longValue(), shortened.at(i));
          }
        }
      }
    }

    void readTheRest(Random random) {
      run(new int[] {epochs * positions + 1, epochs * positions + 1}, random);
      for (int[] times : read) {
        for (int each : times) {
          assertEquals(1, each, "each position once in each epoch");
        }
      }
    }
  }

  /** Returns the remainder as it is after it was written down and read again. */
  private static Remainder written(Remainder remainder) {
    List<String> texts = remainder.generations().stream().map(Generation::toString).toList();
    var again =
        new Remainder(remainder.firstEpoch(), texts.stream().map(Generation::parse).toList());
    assertEquals(remainder, again);
    assertEquals(remainder.hashCode(), again.hashCode());
    return again;
  }

  /** Every place where up to three workers may stop in two epochs, then again. */
  @Test
  void everyStoppingPlaceOfASmallInput() {
    var random = new Random(1);
    for (int positions = 0; positions <= 5; positions++) {
      for (int n = 1; n <= 3; n++) {
        int most = 2 * ((positions + n - 1) / n) + 1;
        for (int code = 0; code < Math.pow(most, n); code++) {
          var stops = new int[n];
          for (int worker = 0, rest = code; worker < n; worker++, rest /= most) {
            stops[worker] = rest % most;
          }
          var runs = new Runs(2, positions);
          runs.run(stops, random);
          runs.run(stops(random, 1 + random.nextInt(4), positions), random);
          runs.readTheRest(random);
        }
      }
    }
  }

  @Test
  void anyRunsInARow() {
    for (int seed = 0; seed < 600; seed++) {
      var random = new Random(seed);
      int positions = random.nextInt(60);
      var runs = new Runs(1 + random.nextInt(4), positions);
      for (int times = 4 + random.nextInt(5); times > 0; times--) {
        int n = 1 + random.nextInt(7);
        runs.run(stops(random, n, Math.max(1, positions / (1 + random.nextInt(8)))), random);
      }
      runs.readTheRest(random);
    }
  }

  private static int[] stops(Random random, int workers, int most) {
    return random.ints(workers, 0, most + 1).toArray();
  }

  @Test
  void freshEpochsAreWhole() {
    var share = new Share(1, 3, Remainder.fresh(4));
    assertEquals(4, share.firstEpoch());
    assertTrue(share.in(4).isFresh());
    assertEquals(1 + 3L * 1_000_000_007, share.in(9).position(1_000_000_007));
    assertThrows(IllegalArgumentException.class, () -> share.in(3));
    assertEquals("1/3", share.shard());
    assertEquals(17, Share.all(0).in(0).position(17));

    Remainder rest = Remainder.fresh(0).after(Generation.parse("0:2,1:3"));
    assertFalse(new Share(0, 1, rest).in(0).isFresh());
    assertFalse(new Share(0, 1, rest).in(1).isFresh());
    assertTrue(new Share(0, 1, rest).in(2).isFresh());
  }

  @Test
  void numbersBeyondALongAreNoPositions() {
    EpochShare fresh = new Share(2, 3, Remainder.fresh(0)).in(0);
    assertEquals(EpochShare.NONE, fresh.position(Long.MAX_VALUE));
    assertEquals(EpochShare.NONE, fresh.position(Long.MAX_VALUE / 3 + 1));
    assertEquals(2 + 3 * (Long.MAX_VALUE / 3 - 1), fresh.position(Long.MAX_VALUE / 3 - 1));
    // Of three columns one is left: its rows end where a long does.
    Remainder rest = Remainder.fresh(0).after(Generation.parse("0:5,1:0,1:0"));
    EpochShare column = new Share(0, 1, rest).in(0);
    long rows = Long.MAX_VALUE / 3 - 1;
    assertEquals(rows * 3, column.position(rows - 5));
    assertEquals(EpochShare.NONE, column.position(rows - 4));
    assertEquals(EpochShare.NONE, column.position(Long.MAX_VALUE));
    assertEquals(
        EpochShare.NONE,
        new Share(0, 1, rest.after(Generation.parse("0:9,1:9")))
            .in(0)
            .position(Long.MAX_VALUE / 4));
    Remainder offset = Remainder.fresh(0).after(Generation.ofOne(0, 1L << 62));
    EpochShare after = new Share(0, 1, offset).in(0);
    assertEquals(Long.MAX_VALUE - 1, after.position((1L << 62) - 2));
    assertEquals(EpochShare.NONE, after.position((1L << 62) - 1));
    assertEquals(EpochShare.NONE, after.position(Long.MAX_VALUE - 1));
    long max = (1L << 62) / 3;
    Remainder far = Remainder.fresh(0).after(Generation.of(new long[3], new long[] {max, 0, max}));
    EpochShare left = new Share(0, 1, far).in(0);
    assertEquals(1, left.position(0));
    assertEquals(3 * (max - 1) + 1, left.position(max - 1));
    assertEquals(3 * max, left.position(max));
    assertEquals(3 * max + 2, left.position(max + 2));
  }

  @Test
  void sharesOfNoWorkerAreRefused() {
    for (int[] of : new int[][] {{0, 0}, {-1, 2}, {2, 2}, {0, Generation.MAX_WORKERS + 1}}) {
      String message =
          assertThrows(
                  InvalidSettingException.class, () -> new Share(of[0], of[1], Remainder.fresh(0)))
              .getMessage();
      assertTrue(message.startsWith("shard " + of[0] + "/" + of[1] + ": expected"), message);
    }
  }
}
