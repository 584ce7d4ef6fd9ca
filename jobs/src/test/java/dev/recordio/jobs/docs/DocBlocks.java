// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The blocks of code of a page of Markdown: lines that are indented by four spaces or more after a
 * blank line or a mark, and what is between fences without a language, or with that of a shell.
 * Fences with another language, such as the dumps of FORMAT.md, have tests of their own.
 *
 * @param blocks all of them, in the order of the page
 * @param staleMarks the numbers of lines with a mark that no block follows
 */
record DocBlocks(List<DocBlock> blocks, List<Integer> staleMarks) {
  private static final Pattern MARK = Pattern.compile(" *<!-- not run: (.+) -->");
  private static final Pattern FENCE = Pattern.compile("( *)```(\\w*)");
  private static final List<String> SHELLS = List.of("", "sh", "bash", "shell", "console");
  private static final String INDENT = "    ";

  static DocBlocks of(Path page) throws IOException {
    return of(page.getFileName().toString(), Files.readAllLines(page));
  }

  static DocBlocks of(String page, List<String> lines) {
    var blocks = new ArrayList<DocBlock>();
    var stale = new ArrayList<Integer>();
    int marked = -1; // the index of a mark whose block has not come yet
    String reason = null;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      Matcher mark = MARK.matcher(line);
      Matcher fence = FENCE.matcher(line);
      boolean isFence = fence.matches();
      boolean isCode = isFence ? SHELLS.contains(fence.group(2)) : beginsBlock(lines, i, marked);
      if (isCode) {
        int begin = isFence ? i + 1 : i;
        int end = isFence ? fenceEnd(lines, i) : indentEnd(lines, i);
        blocks.add(block(page, begin, lines.subList(begin, end), reason));
        i = isFence ? end : end - 1;
      } else if (isFence) {
        i = fenceEnd(lines, i);
      }
      if (marked >= 0 && !isCode && !line.isBlank()) {
        stale.add(marked + 1);
      }
      if (mark.matches()) {
        marked = i;
        reason = mark.group(1);
      } else if (!line.isBlank()) {
        marked = -1;
        reason = null;
      }
    }
    if (marked >= 0) {
      stale.add(marked + 1);
    }
    return new DocBlocks(List.copyOf(blocks), List.copyOf(stale));
  }

  private static boolean beginsBlock(List<String> lines, int at, int marked) {
    boolean after = at == 0 || lines.get(at - 1).isBlank() || marked == at - 1;
    return after && lines.get(at).startsWith(INDENT);
  }

  private static int fenceEnd(List<String> lines, int begin) {
    int end = begin + 1;
    while (end < lines.size() && !lines.get(end).strip().equals("```")) {
      end++;
    }
    return end;
  }

  /** Blank lines are in a block if more of it follows. */
  private static int indentEnd(List<String> lines, int begin) {
    int end = begin;
    for (int i = begin; i < lines.size(); i++) {
      if (lines.get(i).startsWith(INDENT)) {
        end = i + 1;
      } else if (!lines.get(i).isBlank()) {
        break;
      }
    }
    return end;
  }

  private static DocBlock block(String page, int at, List<String> lines, String reason) {
    int indent =
        lines.stream().filter(l -> !l.isBlank()).mapToInt(DocBlocks::indent).min().orElse(0);
    return new DocBlock(
        page,
        at + 1,
        reason,
        lines.stream().map(l -> l.isBlank() ? "" : l.substring(indent)).toList());
  }

  private static int indent(String line) {
    return line.length() - line.stripLeading().length();
  }
}
