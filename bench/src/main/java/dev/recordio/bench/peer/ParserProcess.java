// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Only the library's parser in its own process, which starts like a command of {@code
 * bin/recordio}: with the same options, and with the classes of its archive.
 */
public final class ParserProcess {
  private final List<String> command;

  /**
   * Prepares the process.
   *
   * @throws FileNotFoundException when the jobs jar is not built
   */
  public ParserProcess() throws IOException {
    String own = RowReads.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    command = List.of("-cp", CommandJvm.jars() + ":" + own, RowReads.class.getName());
  }

  /** Parses a local file with some threads; the output is what {@link RowReads#main} prints. */
  public Processes.Ended run(Path text, int threads) throws IOException {
    var line = new ArrayList<>(CommandJvm.java());
    line.addAll(CommandJvm.archive());
    line.addAll(command);
    line.add(text.toString());
    line.add(Integer.toString(threads));
    return Processes.run(line);
  }
}
