// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.pack.source.Selection;
import java.util.List;
import java.util.function.BiConsumer;
import picocli.CommandLine.Option;

/** The options of pack for what it packs, and from which inputs. */
final class SelectionOptions {
  @Option(
      names = "--include",
      paramLabel = "GLOB",
      order = 40,
      description =
          "Pack only files and members whose path below INPUT a GLOB matches; may be repeated. *"
              + " stops at a slash, ** does not.")
  private List<String> included;

  @Option(
      names = "--exclude",
      paramLabel = "GLOB",
      order = 41,
      description = "Leave out files and members whose path matches; may be repeated, and wins.")
  private List<String> excluded;

  @Option(
      names = "--hidden",
      order = 42,
      description =
          "Pack hidden files and folders too: .x, __MACOSX, Thumbs.db, desktop.ini; they are left"
              + " out by default.")
  private Boolean hidden;

  @Option(
      names = "--name-charset",
      paramLabel = "NAME",
      order = 43,
      description =
          "What the names of archive members are encoded in that are not UTF-8: GBK, Shift_JIS,"
              + " windows-1252, ...")
  private String nameCharset;

  @Option(
      names = "--inputs-from",
      paramLabel = "FILE",
      order = 44,
      description = "Read the INPUTs from a file, one a line; - is standard input.")
  private String inputsFrom;

  /** Passes on the key and the value of each option; null where it was not given. */
  void forEach(BiConsumer<String, Object> set) {
    set.accept(PackConf.INCLUDE.key(), included == null ? null : Selection.join(included));
    set.accept(PackConf.EXCLUDE.key(), excluded == null ? null : Selection.join(excluded));
    set.accept(PackConf.HIDDEN.key(), hidden);
    set.accept(PackConf.NAME_CHARSET.key(), nameCharset);
    set.accept(PackConf.INPUTS_FROM.key(), inputsFrom);
  }
}
