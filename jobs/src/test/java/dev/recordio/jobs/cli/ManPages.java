// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import dev.recordio.jobs.RecordIO;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The manual pages of the program, its families and its commands as AsciiDoc, which the Debian
 * package's build turns into man pages: {@code main} writes them to the folder that is its
 * argument.
 */
final class ManPages {
  /** What the page of the program alone has: what all commands share. */
  private static final String SHARED = "recordio.adoc";

  private ManPages() {}

  public static void main(String[] args) throws IOException {
    Path folder = Files.createDirectories(Path.of(args[0]));
    for (Map.Entry<String, String> page : of(RecordIO.commands()).entrySet()) {
      Files.writeString(folder.resolve(page.getKey() + ".adoc"), page.getValue());
    }
  }

  /** The pages by their names, such as {@code recordio-pack}. */
  static Map<String, String> of(CommandTable table) throws IOException {
    CommandSpec program = CommandModel.all(table);
    // As shown in help; both `--option value` and `--option=value` are read.
    new CommandLine(program).setSeparator(" ");
    program
        .usageMessage()
        .header("pack, index, verify, convert and export RecordIO and CSR, on Hadoop or without it")
        .description(
            "Packs files and images into RecordIO, the record format of trainers built on dmlc-core;"
                + " indexes, shuffles, verifies and exports such files; converts LibSVM, LibFM and"
                + " CSV text to CSR shards for SciPy, XGBoost and LightGBM.");
    Map<String, String> pages = new LinkedHashMap<>();
    add(pages, program);
    pages.merge(ManPage.name(program), shared(), String::concat);
    return pages;
  }

  private static void add(Map<String, String> pages, CommandSpec command) {
    pages.put(ManPage.name(command), new ManPage(command).text());
    command.subcommands().values().forEach(member -> add(pages, member.getCommandSpec()));
  }

  private static String shared() throws IOException {
    try (InputStream resource = ManPages.class.getResourceAsStream(SHARED)) {
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
