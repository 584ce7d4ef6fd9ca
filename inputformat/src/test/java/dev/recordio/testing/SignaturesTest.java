// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.classification.InterfaceAudience;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

/** What of a class counts as public API, and how it is written down. */
class SignaturesTest {
  private static final String NEW = "Shown.new(List<Ours>) public Shown";
  private static final String GET =
      "Shown.get<E>(T[], E[]) protected final Map<String, E> throws IOException, "
          + "org.opentest4j.AssertionFailedError";

  /** No user can name it: what it has, {@link Shown} has. */
  private abstract static class Hidden implements Closeable {
    /** Inherited. */
    public void run() {}

    @Override
    public void close() {}
  }

  /** Of no use to users. */
  @InterfaceAudience.Private
  public static final class Ours {
    private Ours() {}
  }

  /** Of each kind of member one, and what is no part of the API. */
  @InterfaceAudience.Public
  public static class Shown<T extends Number> extends Hidden {
    /** A constant. */
    public static final int[] SIZES = {};

    static final int SECRET = 1;

    /** Names a type that is not public. */
    public Shown(List<Ours> ours) {}

    /** Throws and is generic. */
    protected final <E> Map<String, E> get(T[] key, E... more)
        throws IOException, AssertionFailedError {
      throw new IOException();
    }

    /** Public for other packages of ours. */
    @InterfaceAudience.Private
    public Ours ours() {
      return null;
    }

    @Override
    public String toString() {
      return "as every object";
    }

    /** Public like the class it is in. */
    public enum Colour {
      /** A constant. */
      RED
    }
  }

  private static final PublicApi FIXTURE =
      new PublicApi(
          new ClassFileImporter()
              .importClasses(Shown.class, Shown.Colour.class, Ours.class, Hidden.class));

  private static List<String> ofFixture(Set<String> lines) {
    String prefix = SignaturesTest.class.getName() + '$';
    return lines.stream().map(line -> line.replace(prefix, "")).toList();
  }

  @Test
  void linesSayWhatCallersMayKnow() {
    assertEquals(
        List.of(
            "Shown public static class<T extends Number> extends Closeable",
            "Shown$Colour public static final enum",
            "Shown$Colour.RED public static final Shown$Colour",
            "Shown.SIZES public static final int[]",
            "Shown.close() public void",
            GET,
            NEW,
            "Shown.run() public void"),
        ofFixture(FIXTURE.lines()));
  }

  @Test
  void typesThatUsersCannotNameAreFound() {
    assertEquals(
        List.of(GET + ": org.opentest4j.AssertionFailedError", NEW + ": Ours"),
        ofFixture(FIXTURE.exposed()));
  }

  @Test
  void differenceShowsTheLinesThatCameAndWent() {
    assertEquals("", PublicApi.difference(List.of("a", "b"), List.of("b", "a")));
    assertEquals("\n- a\n+ c", PublicApi.difference(List.of("a", "b"), List.of("b", "c")));
  }
}
