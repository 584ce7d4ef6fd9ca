// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.stream.PublishWay;
import dev.recordio.fs.stream.Publisher;
import dev.recordio.store.manifest.Generations.Outcome;
import dev.recordio.testing.Faults;
import dev.recordio.testing.LocalFilesUnderTest;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Generations of local stores, and how publishing ends when its steps fail. */
class GenerationsTest extends AbstractGenerationsTest implements LocalFilesUnderTest {
  /** Publishes as the file system does; the calls of a script fail. */
  private final class Faulty implements Publisher {
    private final Publisher real;
    private final List<String> script;
    private int calls;

    /** A call fails before it has any effect, or after it, or another writer is faster. */
    Faulty(String... script) throws IOException {
      real = PublishWay.AUTO.publisher(conf(), testDir(), "key");
      this.script = new ArrayList<>(List.of(script));
    }

    @Override
    public boolean publish(Path file, byte[] bytes) throws IOException {
      calls++;
      String step = script.isEmpty() ? "works" : script.remove(0);
      switch (step) {
        case "before" -> throw new IOException("no answer " + calls);
        case "after" -> {
          real.publish(file, bytes);
          throw new IOException("no answer " + calls);
        }
        case "other" -> {
          long number = Long.parseLong(file.getName().replace(".json", ""));
          Manifest another = Manifests.first();
          while (another.generation() < number) {
            another = Manifests.after(another);
          }
          real.publish(file, ManifestJson.write(another));
          throw new IOException("no answer " + calls);
        }
        case "unreadable" -> {
          write("store/_manifest/" + file.getName(), new byte[20]);
          throw new IOException("no answer " + calls);
        }
        case "bug" -> throw new IllegalStateException("no answer " + calls);
        default -> {
          return real.publish(file, bytes);
        }
      }
    }
  }

  private Generations generations(Publisher publisher) throws IOException {
    return new Generations(conf(), path("store"), publisher);
  }

  private Manifest second() throws IOException {
    Manifest first = Manifests.first();
    generations(null).create(first);
    return Manifests.after(first);
  }

  @Test
  void lostAnswerOfAnUploadIsRecognised() throws IOException {
    Manifest mine = second();
    var publisher = new Faulty("after");
    assertEquals(Outcome.COMMITTED, generations(publisher).publish(mine));
    assertEquals(1, publisher.calls);
  }

  /** As S3A does: it tries again itself, and is refused because of its own first try. */
  @Test
  void refusalOfItsOwnMakingIsRecognised() throws IOException {
    Manifest mine = second();
    assertEquals(Outcome.COMMITTED, generations(null).publish(mine));
    assertEquals(Outcome.COMMITTED, generations(null).publish(mine));
    assertEquals(
        Outcome.LOST, generations(null).publish(Manifests.after(generations(null).get(0))));
  }

  @Test
  void failureWithoutEffectIsTriedAgain() throws IOException {
    Manifest mine = second();
    var publisher = new Faulty("before", "bug");
    assertEquals(Outcome.COMMITTED, generations(publisher).publish(mine));
    assertEquals(3, publisher.calls);
    assertEquals(mine, generations(null).newest());
  }

  @Test
  void otherWriterWinsWhileAnswersAreLost() throws IOException {
    Manifest mine = second();
    assertEquals(Outcome.LOST, generations(new Faulty("other")).publish(mine));
    assertFalse(mine.equals(generations(null).newest()));
  }

  @Test
  void lastingFailureSaysThatNothingWasWritten() throws IOException {
    Manifest mine = second();
    var e =
        assertThrows(
            IOException.class,
            () -> generations(new Faulty("before", "before", "before")).publish(mine));
    assertEquals("can't write generation 1 of " + path("store") + ": no answer 1", e.getMessage());
    assertEquals(List.of(0L), generations(null).list());
  }

  @Test
  void outcomeThatCannotBeSeenIsUnknown() throws IOException {
    Manifest mine = second();
    var e =
        assertThrows(IOException.class, () -> generations(new Faulty("unreadable")).publish(mine));
    assertTrue(e.getMessage().startsWith("outcome unknown"), e.getMessage());
    assertTrue(e.getMessage().contains("generation 1 of " + path("store")), e.getMessage());
    assertEquals("no answer 1", e.getCause().getMessage());
  }

  @Test
  void tagsSurviveLostAnswers() throws IOException {
    second();
    generations(new Faulty("after")).tag("a", 0);
    generations(new Faulty("before")).tag("b", 0);
    assertEquals(2, generations(null).tags().list().size());
  }

  @Test
  void storeThatCannotBeWrittenCanBeRead() throws IOException {
    Manifest mine = second();
    Configuration conf = conf();
    StoreConf.PUBLISH.set(conf, "refuse");
    var reading = new Generations(conf, path("store"));
    assertEquals(0, reading.newest().generation());
    var e = assertThrows(InvalidSettingException.class, () -> reading.publish(mine));
    assertTrue(e.getMessage().contains(StoreConf.PUBLISH.key() + "=refuse"), e.getMessage());
    assertThrows(InvalidSettingException.class, reading::requireWritable);
    var other = new Generations(conf, path("other"));
    assertThrows(InvalidSettingException.class, () -> other.create(Manifests.first()));
    assertFalse(fs().exists(path("other")), "nothing was made");
  }

  @ParameterizedTest
  @EnumSource
  void whatMayNotBeReadIsNotTakenForCollected(Faults.Denial like) throws IOException {
    Manifest mine = second();
    generations(null).publish(mine);
    generations(null).tag("a", 0);
    Configuration denied = Faults.denied(conf(), like, "**/{0*1,a}.json");
    var reading = new Generations(denied, path("store"));
    assertThrows(AccessControlException.class, reading::newest);
    assertThrows(AccessControlException.class, () -> reading.get(1));
    assertThrows(AccessControlException.class, () -> reading.tagged("a"));
    assertThrows(AccessControlException.class, () -> reading.tags().list());
    assertEquals(0, reading.get(0).generation());
  }

  @Test
  void tagIsRemovedAgainWhenItsGenerationIsCollectedMeanwhile() throws IOException {
    generations(null).publish(second());
    Publisher real = PublishWay.AUTO.publisher(conf(), testDir(), "key");
    Generations collected =
        generations(
            (file, bytes) -> {
              fs().delete(generations(null).paths().manifest(0), false);
              return real.publish(file, bytes);
            });
    assertThrows(FileNotFoundException.class, () -> collected.tag("a", 0));
    assertTrue(collected.tags().list().isEmpty());
  }
}
