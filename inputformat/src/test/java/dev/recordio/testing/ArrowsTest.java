// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.recordio.testing.rooms.attic.Lamp;
import dev.recordio.testing.rooms.cellar.Fuse;
import dev.recordio.testing.rooms.cellar.Meter;
import dev.recordio.testing.rooms.cellar.Stairs;
import dev.recordio.testing.rooms.hall.Door;
import dev.recordio.testing.rooms.hall.Switch;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A table of arrows finds what violates it. */
class ArrowsTest {
  private static final String ROOT = "dev.recordio.testing.rooms";
  private static final String TABLE = "attic: hall\nhall: cellar\ncellar:\n";
  private static final String LAMP = ROOT + ".attic.Lamp -> " + ROOT + ".hall.Switch (Lamp.java:0)";
  private static final String SWITCH =
      ROOT + ".hall.Switch -> " + ROOT + ".cellar.Fuse (Switch.java:0)";

  private static final JavaClasses ROOMS =
      new ClassFileImporter()
          .importClasses(
              Lamp.class, Switch.class, Fuse.class, Meter.class, Door.class, Stairs.class);

  private static Set<String> violations(String table, Class<?>... classes) {
    return new Arrows(ROOT, table).violations(ROOMS.that(belongToAnyOf(classes)));
  }

  private static Set<String> violations(String table) {
    return violations(table, Lamp.class, Switch.class, Fuse.class);
  }

  @Test
  void arrowsOfTheTableAreAllowed() {
    assertEquals(Set.of(), violations(TABLE));
    assertEquals(Set.of(), violations("roof: attic hall\n" + TABLE), "a room may be empty");
  }

  @Test
  void eachPackageIsARoom() {
    assertEquals(
        Set.of(ROOT + ".cellar is no room of the table", "hall may not use cellar: " + SWITCH),
        violations("attic: hall\nhall:\n"));
  }

  @Test
  void whatTheTableDoesNotNameIsForbidden() {
    assertEquals(
        Set.of("attic may not use hall: " + LAMP, "hall may not use cellar: " + SWITCH),
        violations("attic: cellar\nhall:\ncellar:\n"));
  }

  @Test
  void circleOfPackagesIsFoundWhereNoClassesFormOne() {
    assertEquals(
        Set.of(
            "cellar may not use attic: "
                + (ROOT + ".cellar.Meter -> ")
                + (ROOT + ".attic.Lamp (Meter.java:0)")),
        violations(TABLE, Lamp.class, Switch.class, Fuse.class, Meter.class));
  }

  @Test
  void circleOfClassesOfTwoPackagesIsFound() {
    assertEquals(
        Set.of(
            "cellar may not use hall: "
                + (ROOT + ".cellar.Stairs -> ")
                + (ROOT + ".hall.Door (Stairs.java:0)")),
        violations(TABLE, Door.class, Stairs.class));
  }

  /** Whether {@code Meter} may use the attic's {@code Lamp}. */
  private static boolean isAllowed(String cellar, String rest) {
    return violations(cellar + "\nhall: attic\nattic:\n" + rest, Meter.class).isEmpty();
  }

  @Test
  void wordsOfTheTableSayWhatTheyAllow() {
    assertTrue(isAllowed("cellar: hall attic", ""));
    assertFalse(isAllowed("cellar: hall # attic", ""));
    assertTrue(isAllowed("cellar: hall+", ""), "what hall may use");
    assertTrue(isAllowed("cellar: at*", ""), "names that begin so");
    assertTrue(isAllowed("cellar: others", "others = hall attic # a name for both"));
    assertFalse(isAllowed("cellar: others", "others = hall"));
  }

  @Test
  void tableHasNoArrowUp() {
    for (String wrong :
        List.of(
            "hall:\nattic: hall\n",
            "hall: hall\n",
            "hall: nowhere\n",
            "hall:\nhall:\n",
            "hall\n")) {
      assertThrows(IllegalArgumentException.class, () -> new Arrows(ROOT, wrong), wrong);
    }
  }
}
