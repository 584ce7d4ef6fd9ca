// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The packages of all modules, by their sources: how many classes each has, which others each names
 * in code, imports or Javadoc, and whether its sentences name what they mean. Bytecode hides the
 * imports that only Javadoc needs.
 *
 * <p>The section "Packages" of {@code docs/architecture.md} has them from top to bottom, in lines
 * {@code packages: what they are for}. A package may name only packages of lines below its own, so
 * there is no cycle of packages, nor one of classes of several packages.
 *
 * <p>The build runs this file by itself, before it compiles: {@code java SourceStructure.java
 * folder}. It prints a line for each module, and ends with 1 when a rule is broken.
 */
public final class SourceStructure {
  /** Classes that a package may have at most. */
  static final int MAX_CLASSES = 24;

  /** Packages that have more, and how many: they may lose some, and not gain one. */
  private static final Map<String, Integer> WIDER =
      Map.ofEntries(Map.entry("bench.peer", 40), Map.entry("bench.suite", 33));

  /** Where a sentence has a pronoun in place of its noun, by module: fewer each time. */
  private static final Map<String, Integer> PRONOUNS = Map.of();

  private static final String ROOT = "dev.recordio.";
  private static final Pattern PRONOUN =
      Pattern.compile("\\b(those|that)\\s+of\\b|\\bof\\s+which\\b");
  private static final Pattern PHRASE =
      Pattern.compile(
          "(?i)\\b(?:(?:those|that)\\s+of|of\\s+(?:which|ours|theirs)|so\\s+many)\\b"
              + "|\\bwhat\\s+it\\b[^.;:|]*?\\bof\\s+what\\b");

  /** Sentences in which such words are plain. */
  private static final List<String> PLAIN = List.of("Tez groups splits into tasks, so many");

  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
  private static final Pattern NAME =
      Pattern.compile("\\b" + Pattern.quote(ROOT) + "((?:[a-z]\\w*\\.)*)[A-Z]\\w*");
  private static final Pattern SECTION = Pattern.compile("(?s)\\n## Packages\\n.*?(?=\\n## |$)");
  private static final Pattern LAYER = Pattern.compile("(?m)^    ([\\w. ]+): +\\S.*$");

  /** The classes of one package: their number, their lines, and who names which other package. */
  private static final class Package {
    private final String module;
    private final Set<String> classes = new TreeSet<>();
    private int lines;
    private boolean hasEntryPoints;
    private final Map<String, String> uses = new TreeMap<>();

    Package(String module) {
      this.module = module;
    }
  }

  private final Map<String, Package> packages = new TreeMap<>();
  private final Map<String, Integer> pronouns = new TreeMap<>();
  private final Map<String, Integer> wider;
  private final Map<String, Integer> mostPronouns;

  SourceStructure(Map<String, Integer> wider, Map<String, Integer> mostPronouns) {
    this.wider = wider;
    this.mostPronouns = mostPronouns;
  }

  /**
   * Returns where a text for users has a pronoun in place of its noun, or "so many" in place of the
   * number: each place with some words before it.
   */
  public static List<String> phrases(String text) {
    String line = text.replaceAll("\\s+", " ");
    return PHRASE
        .matcher(line)
        .results()
        .map(found -> line.substring(Math.max(0, found.start() - 40), found.end()))
        .filter(place -> PLAIN.stream().noneMatch(place::endsWith))
        .toList();
  }

  /** Checks the project of a folder, the first argument. */
  public static void main(String[] args) throws IOException {
    Path top = Path.of(args[0]);
    var structure = new SourceStructure(WIDER, PRONOUNS);
    structure.readAll(top);
    structure.table().forEach(System.out::println);
    Set<String> broken = structure.broken(Files.readString(top.resolve("docs/architecture.md")));
    broken.forEach(System.err::println);
    if (!broken.isEmpty()) {
      System.exit(1);
    }
  }

  /** Reads the main sources of all modules of a folder. */
  void readAll(Path top) throws IOException {
    try (Stream<Path> files = Files.walk(top, 3)) {
      for (Path source : files.filter(path -> path.endsWith("src")).sorted().toList()) {
        String module = top.relativize(source.getParent()).toString();
        try (Stream<Path> kinds = Files.list(source)) {
          for (Path kind : kinds.filter(path -> !path.endsWith("test")).sorted().toList()) {
            read(module, kind.resolve("java"));
          }
        }
      }
    }
  }

  private void read(String module, Path sources) throws IOException {
    if (!Files.isDirectory(sources)) {
      return;
    }
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).sorted().toList()) {
        add(module, file.getFileName().toString(), Files.readString(file));
      }
    }
  }

  /** Adds a source file. */
  void add(String module, String file, String source) {
    Matcher named = PACKAGE.matcher(source);
    if (!named.find()) {
      throw new IllegalArgumentException(file + " has no package");
    }
    String name = (named.group(1) + '.').substring(ROOT.length()).replaceFirst("\\.$", "");
    Package of = packages.computeIfAbsent(name, none -> new Package(module));
    of.lines += (int) source.lines().count();
    pronouns.merge(module, (int) PRONOUN.matcher(source).results().count(), Integer::sum);
    if (file.equals("package-info.java")) {
      of.hasEntryPoints = source.contains("Entry points: ");
    } else {
      of.classes.add(file); // a class may have two sources, one for each version of an engine
    }
    for (Matcher use = NAME.matcher(source); use.find(); ) {
      String used = use.group(1).replaceFirst("\\.$", "");
      if (!used.equals(name)) {
        of.uses.putIfAbsent(used, file);
      }
    }
  }

  /** Returns a line for each module, and one for all. */
  List<String> table() {
    var modules = new TreeSet<>(packages.values().stream().map(of -> of.module).toList());
    var table = new ArrayList<String>();
    table.add(line("module", "packages", "classes", "lines", "widest"));
    for (String module : modules) {
      table.add(line(module, packages.values().stream().filter(of -> of.module.equals(module))));
    }
    table.add(line("all", packages.values().stream()));
    table.add("cycles of packages: " + cycles().size());
    return table;
  }

  private static String line(String name, Stream<Package> of) {
    List<Package> all = of.toList();
    return line(
        name,
        Integer.toString(all.size()),
        Integer.toString(all.stream().mapToInt(one -> one.classes.size()).sum()),
        Integer.toString(all.stream().mapToInt(one -> one.lines).sum()),
        Integer.toString(all.stream().mapToInt(one -> one.classes.size()).max().orElse(0)));
  }

  private static String line(String module, String... cells) {
    return String.format("%-28s", module)
        + Stream.of(cells).map(cell -> String.format("%9s", cell)).collect(Collectors.joining());
  }

  /** Returns a line for each rule that is broken, by the picture of a page. */
  Set<String> broken(String page) {
    var broken = new TreeSet<String>();
    cycles().forEach(cycle -> broken.add("cycle of packages: " + String.join(" -> ", cycle)));
    packages.forEach((name, of) -> checkWidth(name, of.classes.size(), broken));
    packages.forEach(
        (name, of) -> {
          if (!of.hasEntryPoints) {
            broken.add("the package-info of " + name + " names no entry points");
          }
        });
    wider.keySet().stream()
        .filter(name -> !packages.containsKey(name))
        .forEach(name -> broken.add(name + " is no package"));
    checkLayers(page, broken);
    pronouns.forEach((module, count) -> checkPronouns(module, count, broken));
    return broken;
  }

  private void checkWidth(String name, int classes, Collection<String> broken) {
    int most = wider.getOrDefault(name, MAX_CLASSES);
    if (classes > most) {
      broken.add(name + " has " + classes + " classes, more than " + most);
    } else if (classes < most && wider.containsKey(name)) {
      broken.add(name + " has only " + classes + " classes now: write that in WIDER, not " + most);
    }
  }

  private void checkPronouns(String module, int count, Collection<String> broken) {
    int most = mostPronouns.getOrDefault(module, 0);
    if (count > most) {
      broken.add(
          module
              + " has 'those of', 'that of', 'of which' in "
              + count
              + " places, more than "
              + most
              + ": write the noun");
    } else if (count < most) {
      broken.add(module + " has 'those of' ... in " + count + " places: write that in PRONOUNS");
    }
  }

  private void checkLayers(String page, Collection<String> broken) {
    var layers = new HashMap<String, Integer>();
    int below = 0;
    Matcher section = SECTION.matcher(page);
    String picture = section.find() ? section.group() : "";
    for (Matcher line = LAYER.matcher(picture); line.find(); below++) {
      for (String name : line.group(1).strip().split(" +")) {
        if (!packages.containsKey(name)) {
          broken.add("docs/architecture.md names a package that is not there: " + name);
        }
        if (layers.put(name, below) != null) {
          broken.add("docs/architecture.md names a package twice: " + name);
        }
      }
    }
    packages.forEach(
        (name, of) -> {
          if (!layers.containsKey(name)) {
            broken.add("docs/architecture.md does not name the package " + name);
            return;
          }
          of.uses.forEach(
              (used, file) -> {
                if (layers.getOrDefault(used, Integer.MAX_VALUE) <= layers.get(name)) {
                  broken.add(
                      name + " may not use " + used + ", which is not below it (" + file + ")");
                }
              });
        });
  }

  /** Returns the packages of each cycle, in no order: packages that lead to each other. */
  private List<Set<String>> cycles() {
    var reached = new TreeMap<String, Set<String>>();
    packages.keySet().forEach(name -> reached.put(name, reachedFrom(name)));
    var cycles = new ArrayList<Set<String>>();
    var seen = new TreeSet<String>();
    for (String name : packages.keySet()) {
      if (reached.get(name).contains(name) && !seen.contains(name)) {
        var cycle = new TreeSet<String>();
        for (String other : reached.get(name)) {
          if (reached.get(other).contains(name)) {
            cycle.add(other);
          }
        }
        seen.addAll(cycle);
        cycles.add(cycle);
      }
    }
    return cycles;
  }

  private Set<String> reachedFrom(String name) {
    var reached = new TreeSet<String>();
    Deque<String> next = new ArrayDeque<>(packages.get(name).uses.keySet());
    while (!next.isEmpty()) {
      String other = next.pop();
      if (packages.containsKey(other) && reached.add(other)) {
        next.addAll(packages.get(other).uses.keySet());
      }
    }
    return reached;
  }
}
