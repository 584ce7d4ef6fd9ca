// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import static dev.recordio.jobs.testing.CommandTestBase.assertHas;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.recordio.jobs.testing.Recordio;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The completion scripts in the shells themselves, where they are installed. */
class CompletionTest {
  /** What bash calls the function of a command with; prints what it offers. */
  private static final String IN_BASH =
      """
      source "$1"; shift
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
      _complete_recordio recordio "${COMP_WORDS[$COMP_CWORD]}" "${COMP_WORDS[$((COMP_CWORD - 1))]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """;

  /** The same in zsh, whose arrays begin at 1, but not for functions written for bash. */
  private static final String IN_ZSH =
      """
      autoload -U +X compinit && compinit -D -u
      source "$1"; shift
      emulate bash
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
      compopt() { :; }
      _complete_recordio recordio "${COMP_WORDS[$COMP_CWORD]}" "${COMP_WORDS[$((COMP_CWORD - 1))]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """;

  /**
   * Bash at a terminal, whose input is typed: the words of a completed command line are printed.
   */
  private static final String AT_A_TERMINAL =
      """
      PS1=; bind 'set enable-bracketed-paste off'
      source "$SCRIPT"; recordio() { printf 'got <%%s>' "$*"; echo; }
      %s
      exit
      """;

  private static final Map<String, String> SCRIPTS = new HashMap<>();

  @TempDir Path dir;

  private static Recordio main(String... args) {
    return Recordio.run(null, args);
  }

  private Path script(String shell) throws Exception {
    return Files.writeString(
        dir.resolve("recordio." + shell),
        SCRIPTS.computeIfAbsent(shell, one -> main("completion", one).out()));
  }

  private static List<String> run(List<String> command) throws Exception {
    Process process = new ProcessBuilder(command).redirectInput(new File("/dev/null")).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return printed.lines().filter(line -> !line.isEmpty()).toList();
  }

  private static void assumeInstalled(String shell) {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(folder -> new File(folder, shell).canExecute()),
        shell + " is not installed");
  }

  private List<String> offered(String shell, String program, String line) throws Exception {
    assumeInstalled(shell);
    var command = new ArrayList<String>(List.of(shell, "-c", program, shell));
    command.add(script(shell).toString());
    command.addAll(List.of(line.split(" ", -1)));
    return run(command);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "recordio pack --header ;auto image none",
        "recordio pack --header i;image",
        "recordio -q pack --resi;--resize",
        "recordio pack --color ;1 0 -1",
        "recordio sto;store",
        "recordio store gat;gather",
        "recordio store gather --missing ;fail skip zero",
        "recordio pack --from ;arrayrecord auto coco files insightface-bin mds parquet tfrecord voc"
            + " webdataset yolo",
        "recordio read --to ;rec",
        "recordio batches --tail ;drop emit pad wrap",
        "recordio completion ;bash fish zsh",
        "recordio csr --format l;libffm libfm libsvm",
        "recordio stats --labels ;all first none",
        "recordio report --format s;sagemaker",
        "recordio split --format ;csv libfm libsvm",
        "recordio --;--quiet --debug --help --version --json --dry-run",
        "recordio help stor;store",
        "recordio help store ga;gather"
      })
  void bashCompletes(String line, String words) throws Exception {
    assertEquals(
        new TreeSet<>(List.of(words.split(" "))), new TreeSet<>(offered("bash", IN_BASH, line)));
  }

  /** What the line with a tab after it becomes. */
  private String typed(String line) throws Exception {
    assumeInstalled("bash");
    assumeInstalled("script");
    var builder =
        new ProcessBuilder(
                "timeout", "20", "script", "-qec", "bash --noprofile --norc -i", "/dev/null")
            .directory(dir.toFile())
            .redirectErrorStream(true);
    builder.environment().put("SCRIPT", script("bash").toString());
    builder.environment().put("TERM", "dumb");
    Process process = builder.start();
    try (var keys = process.outputWriter(StandardCharsets.UTF_8)) {
      keys.write(AT_A_TERMINAL.formatted(line + "\t"));
    }
    String shown = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    Matcher got = Pattern.compile("got <([^%]*?)>\\s*\\R").matcher(shown);
    assertTrue(got.find(), shown);
    return got.group(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "info d/noi;info d/noisy.rec",
        "info 'd/a b;info d/a b.rec",
        "-q shuffle --seed 7 d/noi;-q shuffle --seed 7 d/noisy.rec",
        "shuffle d/noisy.rec d/o;shuffle d/noisy.rec d/out/",
        "pack --list d/noi;pack --list d/noisy.rec",
        "report -o d/noi;report -o d/noisy.rec",
        "stats --sidecar d/noi;stats --sidecar d/noisy.rec",
        "store gather d/noi;store gather d/noisy.rec",
        "store append d/out x=d/noi;store append d/out x=d/noisy.rec",
        "pack --header im;pack --header image",
        "pack --header d/noi;pack --header d/noi",
        "pack --shards d/noi;pack --shards d/noi",
        "stats --sidecar no;stats --sidecar none"
      })
  void bashCompletesNamesOfFilesAtATerminal(String line, String completed) throws Exception {
    Files.createDirectories(dir.resolve("d/out"));
    Files.createFile(dir.resolve("d/noisy.rec"));
    Files.createFile(dir.resolve("d/a b.rec"));
    assertEquals(completed, typed("recordio " + line));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "recordio pack --header ;auto image none",
        "recordio pack --color ;1 0 -1",
        "recordio store gat;gather"
      })
  void zshCompletes(String line, String words) throws Exception {
    // zsh itself leaves out what does not begin as the word does.
    String begun = line.substring(line.lastIndexOf(' ') + 1);
    assertEquals(
        new TreeSet<>(List.of(words.split(" "))),
        new TreeSet<>(
            offered("zsh", IN_ZSH, line).stream().filter(one -> one.startsWith(begun)).toList()));
  }

  @Test
  void zshFindsTheScriptInItsFoldersOfFunctions() throws Exception {
    assumeInstalled("zsh");
    Files.copy(script("zsh"), dir.resolve("_recordio"));
    String program =
        "fpath=(\"$1\" $fpath); autoload -U +X compinit && compinit -D -u; print"
            + " ${_comps[recordio]}";
    assertEquals(List.of("_recordio"), run(List.of("zsh", "-c", program, "zsh", dir.toString())));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "recordio pack --header ;auto image none",
        "recordio -q -D a=b pack --header i;image",
        "recordio store gat;gather",
        "recordio store gather --mis;--missing",
        "recordio completion ;bash fish zsh",
        "recordio help store ga;gather",
        "recordio csr --format li;libfm libsvm",
        "recordio verif;verify"
      })
  void fishCompletes(String line, String words) throws Exception {
    assumeInstalled("fish");
    String program = "source '" + script("fish") + "'; complete -C '" + line + "'";
    List<String> offered =
        run(List.of("fish", "--no-config", "-c", program)).stream()
            .map(one -> one.split("\t")[0])
            .toList();
    assertEquals(new TreeSet<>(List.of(words.split(" "))), new TreeSet<>(offered));
  }

  @ParameterizedTest
  @ValueSource(strings = {"tcsh", "powershell"})
  void anotherShellIsRefused(String shell) {
    Recordio run = main("completion", shell);
    assertEquals(2, run.code());
    assertEquals("", run.out());
    assertHas(run.err(), "only for bash, zsh, fish");
  }

  @Test
  void everyCommandThatUsersSeeIsCompleted() {
    String script = main("completion", "fish").out();
    for (String name : CommandNames.all()) {
      String last = name.substring(name.lastIndexOf(' ') + 1);
      assertTrue(script.contains(" -f -a " + last + " "), name);
    }
  }
}
