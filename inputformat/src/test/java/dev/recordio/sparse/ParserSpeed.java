// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Compares the parser with one of {@code String.split} and {@code Float.parseFloat} by thread CPU
 * time, in alternated rounds over text in memory. A program to run by hand, not a test.
 */
final class ParserSpeed {
  private static final int MEBIBYTE = 1 << 20;

  private final String name;
  private final byte[] text;
  private double ours;
  private double split;

  private ParserSpeed(String name, String text) {
    this.name = name;
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    this.text = Arrays.copyOf(bytes, bytes.length + 16);
  }

  public static void main(String[] args) throws Exception {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 15;
    int size = 16 * MEBIBYTE;
    for (int kind = 0; kind < 3; kind++) {
      String[] names = {"agaricus-like", "rcv1-like", "qid-and-weight"};
      ParserSpeed speed = new ParserSpeed(names[kind], text(kind, size));
      double[] ratios = new double[rounds];
      double[] rates = new double[rounds];
      speed.round();
      speed.round();
      for (int i = 0; i < rounds; i++) {
        speed.round();
        ratios[i] = speed.split / speed.ours;
        rates[i] = speed.text.length / speed.ours;
      }
      Arrays.sort(ratios);
      Arrays.sort(rates);
      System.out.printf(
          Locale.ROOT,
          "%-15s %.3f GB/s [%.3f..%.3f], x%.1f [%.1f..%.1f] of String.split%n",
          speed.name,
          rates[rounds / 2],
          rates[0],
          rates[rounds - 1],
          ratios[rounds / 2],
          ratios[0],
          ratios[rounds - 1]);
    }
  }

  private void round() throws Exception {
    CsrBlock block = new CsrBlock();
    LineParser parser = Texts.libSvm(ParseMode.STRICT);
    long entries = 0;
    int end = text.length - 16;
    long begin = cpu();
    for (int from = 0; from < end; ) {
      int to = Math.min(from + 2 * MEBIBYTE, end);
      while (to < end && text[to - 1] != '\n') {
        to++;
      }
      block.clear();
      parser.parse(text, from, to, from, 1, block);
      entries += block.entries();
      from = to;
    }
    ours = cpu() - begin;
    begin = cpu();
    long splitEntries = bySplit(end / 4);
    split = 4.0 * (cpu() - begin);
    if (entries < splitEntries) {
      throw new IllegalStateException("entries " + entries + " " + splitEntries);
    }
  }

  /** What a first parser looks like, over the first part of the text. */
  private long bySplit(int size) {
    CsrBlock block = new CsrBlock();
    String part = new String(text, 0, size, StandardCharsets.US_ASCII);
    for (String line : part.substring(0, part.lastIndexOf('\n')).split("\n")) {
      String[] tokens = line.split(" ");
      String[] label = tokens[0].split(":");
      block.addRow(Float.parseFloat(label[0]));
      if (label.length > 1) {
        block.setWeight(Float.parseFloat(label[1]));
      }
      for (int i = 1; i < tokens.length; i++) {
        String[] pair = tokens[i].split(":");
        if (pair[0].equals("qid")) {
          block.setQid(Long.parseLong(pair[1]));
        } else {
          block.add(Long.parseLong(pair[0]), Float.parseFloat(pair[1]));
        }
      }
    }
    return block.entries();
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static String text(int kind, int size) {
    SplittableRandom random = new SplittableRandom(kind);
    StringBuilder out = new StringBuilder(size + 4096);
    for (int row = 0; out.length() < size; row++) {
      out.append(random.nextInt(2));
      if (kind == 2) {
        out.append(String.format(Locale.ROOT, ":%.2f qid:%d", random.nextDouble(), row / 12));
      }
      int index = 0;
      int count = kind == 0 ? 22 : kind == 1 ? 40 + random.nextInt(70) : 30;
      for (int i = 0; i < count; i++) {
        index += 1 + random.nextInt(kind == 0 ? 6 : kind == 1 ? 900 : 3);
        out.append(' ').append(index).append(':');
        if (kind == 0) {
          out.append('1');
        } else if (kind == 1) {
          out.append(Float.toString((float) (0.01 + random.nextDouble() * 0.3)));
        } else {
          out.append(String.format(Locale.ROOT, "%.6f", random.nextDouble()));
        }
      }
      out.append('\n');
    }
    return out.toString();
  }
}
