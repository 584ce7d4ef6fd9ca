// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The picture of rooms in {@code docs/architecture.md}: an arrow for each room that another one
 * uses, unless a way over other rooms leads there too.
 */
public final class RoomsPicture {
  private static final String ROOT = "dev.recordio.";
  private static final Pattern LINE = Pattern.compile("(?m)^  ([\\w.]+) --> ([\\w.& ]+)$");

  private final Map<String, Set<String>> uses = new HashMap<>();

  private RoomsPicture() {}

  /**
   * Fails when the picture is not that of a module's classes.
   *
   * @param type any class of the module; arrows to rooms of other modules are not looked at
   */
  public static void check(Class<?> type) throws IOException {
    var picture = new RoomsPicture();
    picture.read(type);
    String page = Files.readString(ConfigurationDocs.projectFile("docs/architecture.md"));
    var drawn = new TreeSet<String>();
    for (Matcher line = LINE.matcher(page); line.find(); ) {
      for (String to : line.group(2).split(" & ")) {
        if (picture.uses.containsKey(line.group(1))) {
          drawn.add(line.group(1) + " --> " + to);
        }
      }
    }
    assertEquals(String.join("\n", picture.arrows()), String.join("\n", drawn));
  }

  private void read(Class<?> type) {
    var classes = OnePlace.moduleOf(type);
    classes.forEach(from -> uses.putIfAbsent(room(from), new HashSet<>()));
    for (JavaClass from : classes) {
      from.getDirectDependenciesFromSelf().stream()
          .map(arrow -> room(arrow.getTargetClass().getBaseComponentType()))
          .filter(to -> uses.containsKey(to) && !to.equals(room(from)))
          .forEach(uses.get(room(from))::add);
    }
  }

  private static String room(JavaClass type) {
    String name = type.getPackageName();
    return name.startsWith(ROOT) ? name.substring(ROOT.length()) : "";
  }

  private Set<String> arrows() {
    var arrows = new TreeSet<String>();
    uses.forEach(
        (from, all) -> {
          var around = new HashSet<String>();
          all.forEach(room -> addBelow(room, around));
          all.stream()
              .filter(to -> !around.contains(to))
              .forEach(to -> arrows.add(from + " --> " + to));
        });
    return arrows;
  }

  private void addBelow(String room, Set<String> below) {
    for (String to : uses.get(room)) {
      if (below.add(to)) {
        addBelow(to, below);
      }
    }
  }
}
