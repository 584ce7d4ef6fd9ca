// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A table of rooms, which are packages, and of the rooms that each of them may use:
 *
 * <pre>
 * files = disk.* net        # a name for several words
 * desk: shelf+ files        # the room desk may use shelf, what shelf may use, and files
 * shelf: net
 * disk.read: disk.bytes
 * disk.bytes:
 * net:
 * </pre>
 *
 * A room may use only rooms of lines below its own, so that no table allows a cycle. The word
 * {@code disk.*} is each room below whose name begins with "disk.".
 */
public final class Arrows {
  private final String root;
  private final Map<String, Set<String>> rooms = new HashMap<>();

  /**
   * Reads a table.
   *
   * @param root the package that the names of rooms are relative to
   * @param table its lines, from the top room to the lowest
   * @throws IllegalArgumentException for a line that is no room's, a room that occurs twice, or a
   *     word that is no room below
   */
  Arrows(String root, String table) {
    this.root = root + '.';
    var names = new HashMap<String, String>();
    Deque<String> fromBelow = new ArrayDeque<>();
    for (String line : table.lines().map(line -> line.replaceFirst("#.*", "")).toList()) {
      if (line.contains("=")) {
        names.put(line.split("=")[0].strip(), line.split("=")[1]);
      } else if (!line.isBlank()) {
        fromBelow.push(line);
      }
    }
    for (String line : fromBelow) {
      String[] sides = line.split(":", -1);
      var uses = new TreeSet<String>();
      if (sides.length == 2) {
        words(sides[1])
            .flatMap(word -> words(names.getOrDefault(word, word)))
            .forEach(word -> addUses(uses, word));
      }
      if (sides.length != 2 || rooms.put(sides[0].strip(), uses) != null) {
        throw new IllegalArgumentException(
            "expected a room of its own, a colon and rooms: " + line);
      }
    }
  }

  private static Stream<String> words(String text) {
    return Stream.of(text.strip().split("\\s+")).filter(word -> !word.isEmpty());
  }

  private void addUses(Set<String> uses, String word) {
    String name = word.replaceFirst("[*+]$", "");
    if (word.endsWith("*")) {
      rooms.keySet().stream().filter(room -> room.startsWith(name)).forEach(uses::add);
    } else if (!rooms.containsKey(name)) {
      throw new IllegalArgumentException("no room below: " + word);
    } else {
      uses.add(name);
      uses.addAll(word.equals(name) ? Set.of() : rooms.get(name));
    }
  }

  /**
   * Fails where the classes of a module do not keep to {@code src/test/resources/arrows.txt} of its
   * folder.
   *
   * @param module the folder
   * @param type any class of the module
   */
  public static void check(String module, Class<?> type) throws IOException {
    var file = ConfigurationDocs.projectFile(module + "/src/test/resources/arrows.txt");
    var arrows = new Arrows("dev.recordio", Files.readString(file));
    var classes = OnePlace.moduleOf(type);
    assertEquals("", String.join("\n", arrows.violations(classes)));
  }

  /**
   * Returns a line for each package that is no room, and for each use of a class of another room
   * against the table. If there is none, there is no cycle of packages either, nor one of classes
   * of several packages: it would have an arrow up, and the table has none.
   */
  Set<String> violations(JavaClasses classes) {
    var violations = new TreeSet<String>();
    for (JavaClass type : classes) {
      String room = room(type);
      if (rooms.containsKey(room)) {
        type.getDirectDependenciesFromSelf().stream()
            .filter(arrow -> !isAllowed(room, arrow.getTargetClass().getBaseComponentType()))
            .forEach(arrow -> violations.add(line(room, arrow)));
      } else {
        violations.add(type.getPackageName() + " is no room of the table");
      }
    }
    return violations;
  }

  private String room(JavaClass type) {
    String name = type.getPackageName();
    return name.startsWith(root) ? name.substring(root.length()) : "";
  }

  private boolean isAllowed(String room, JavaClass target) {
    String used = room(target);
    return used.isEmpty() || used.equals(room) || rooms.get(room).contains(used);
  }

  private String line(String room, Dependency arrow) {
    JavaClass target = arrow.getTargetClass().getBaseComponentType();
    return String.format(
        "%s may not use %s: %s -> %s %s",
        room,
        room(target),
        arrow.getOriginClass().getName(),
        target.getName(),
        arrow.getSourceCodeLocation());
  }
}
