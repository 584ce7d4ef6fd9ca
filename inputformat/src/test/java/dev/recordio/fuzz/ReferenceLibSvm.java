// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.Set;

/** LibSVM text by the grammar, rules and repairs of docs/rows.md, strict or lenient. */
final class ReferenceLibSvm extends ReferenceText {
  private final boolean strict;
  private final BigInteger least;
  private final BigInteger most;

  private Boolean weighted; // whether the first row has a weight
  private Boolean grouped;
  private Boolean valued; // whether the first feature has a value
  private BigInteger lastQid;
  private final Set<BigInteger> qids = new HashSet<>(); // of all groups
  private boolean anyLine; // of a row

  /**
   * Creates a parser.
   *
   * @param maxIndex the largest index allowed, after the base is subtracted; -1 for any
   */
  ReferenceLibSvm(boolean strict, int base, long maxIndex) {
    super(base);
    this.strict = strict;
    least = BigInteger.valueOf(base);
    BigInteger top = TWO_64.subtract(BigInteger.ONE);
    most = maxIndex < 0 ? top : top.min(BigInteger.valueOf(maxIndex).add(least));
  }

  private void broken(String rule, int at) throws Fault {
    broken(rule, at, rule.equals("zero-index"));
  }

  private void broken(String rule, int at, boolean fatal) throws Fault {
    if (strict || fatal) {
      throw new Fault(rule, at);
    }
    count(rule);
  }

  /** Whether a number or an index may end before an index. */
  private boolean ends(int at) {
    boolean old = at >= 2 && text.startsWith("1.#", at - 2) && Character.isUpperCase(at(at + 1));
    return " \t#\r\n".indexOf(at(at)) >= 0 && !old;
  }

  /** A number of 2^24 or more, written as an integer, that is another one as a float. */
  private void rounded(int from, int to) {
    String token = text.substring(from, to);
    if (token.matches("[+-]?\\d+(\\.0*)?")
        && Float.isFinite(number(from, to))
        && new BigDecimal(token).compareTo(new BigDecimal(number(from, to))) != 0) {
      count("integer-rounded");
    }
  }

  /** Whether a line is two or three integers, and the next one that is not blank has pairs. */
  private boolean isCounts(int from, int to) {
    return text.substring(from, to).matches("\\d+([ \t]+\\d+){1,2}[ \t]*")
        && text.substring(to).matches("(?s)\\s*[^\r\n#]*[:,].*");
  }

  /** The index of the first blank or line end from an index on. */
  private int tokenEnd(int from) {
    int p = from;
    while (" \t\r\n".indexOf(at(p)) < 0) {
      p++;
    }
    return p;
  }

  @Override
  void line(int from, int to) throws Fault {
    int label = skipBlanks(from);
    if (label == to || at(label) == '#') {
      return;
    }
    boolean isFirst = !anyLine && offset(0) == 0;
    anyLine = true;
    if (isFirst && isCounts(label, to)) {
      broken("counts-line", label);
    }
    int p = numberEnd(label);
    if (p < 0 || !ends(p) && at(p) != ':' && at(p) != ',') {
      broken("bad-label", label);
      return;
    }
    var row = new Row(offset(from), number(label, p));
    boolean finite = Float.isFinite(number(label, p));
    rounded(label, p);
    if (at(p) == ',') {
      broken("several-labels", label);
      p = tokenEnd(p);
    }
    if (!finite) {
      broken("label-not-finite", label);
    }
    rows.add(row);
    p = skipBlanks(p);
    if (at(p) == ':') {
      int value = p + 1;
      int end = numberEnd(value);
      if (end >= 0 && at(end) == ':') { // a:b:c
        rows.remove(row);
        broken("bad-label", label);
        return;
      }
      p = weight(row, value);
    }
    if (weighted != null && weighted != (row.weight != null)) {
      broken("mixed-weights", label, row.weight != null);
    }
    if (row.weight != null) {
      count("label-weight");
    }
    p = skipBlanks(p);
    if (text.startsWith("qid:", p)) {
      p = qid(row, p);
    }
    features(row, p);
    if (grouped != null && grouped != (row.qid != null)) {
      broken("mixed-qids", label);
    }
    weighted = weighted == null ? Boolean.valueOf(row.weight != null) : weighted;
    grouped = grouped == null ? Boolean.valueOf(row.qid != null) : grouped;
    lastQid = row.qid != null ? row.qid : lastQid;
  }

  private int weight(Row row, int from) throws Fault {
    int begin = skipBlanks(from);
    int end = numberEnd(begin);
    if (end >= 0 && ends(end) && Float.isFinite(number(begin, end))) {
      float weight = number(begin, end);
      rounded(begin, end);
      if (weight < 0) {
        count("negative-weight");
      }
      row.weight = Float.floatToRawIntBits(weight);
      return end;
    }
    row.weight = Float.floatToRawIntBits(1f);
    broken("bad-weight", begin);
    boolean isIndex = begin > from && end >= 0 && at(end) == ':';
    return isIndex ? begin : tokenEnd(begin);
  }

  private int qid(Row row, int at) throws Fault {
    int from = skipBlanks(at + 4);
    int end = skipDigits(from);
    boolean blank = from > at + 4;
    if (end == from || !ends(end) || integer(from, end).compareTo(TWO_64) >= 0) {
      broken("bad-qid", at);
      return blank ? from : tokenEnd(from);
    }
    if (blank) {
      broken("blank-in-qid", at);
    }
    if (row.qid == null) {
      row.qid = integer(from, end);
      if (lastQid != null && row.qid.compareTo(lastQid) < 0) {
        count("qid-descends");
      }
      if (!qids.add(row.qid) && !row.qid.equals(lastQid)) {
        count("qid-returns");
      }
    }
    return end;
  }

  private void features(Row row, int from) throws Fault {
    BigInteger before = null;
    int p = skipBlanks(from);
    while (!isLineEnd(p) && at(p) != '#') {
      if (text.startsWith("qid:", p)) {
        broken("late-qid", p);
        p = skipBlanks(qid(row, p));
        continue;
      }
      p += at(p) == '+' && isDigit(at(p + 1)) ? 1 : 0;
      int end = skipDigits(p);
      int colon = skipBlanks(end);
      if (end == p || at(end) != ':' && !ends(end)) {
        boolean negative = at(p) == '-' && isDigit(at(p + 1));
        broken(negative ? "negative-index" : "bad-index", p);
        p = skipBlanks(afterWrong(p));
        continue;
      }
      BigInteger index = integer(p, end);
      if (index.compareTo(least) < 0 || index.compareTo(most) > 0) {
        broken(index.compareTo(least) < 0 ? "zero-index" : "index-too-large", p);
        p = skipBlanks(afterWrong(p));
        continue;
      }
      Float value = 1f;
      int next = end;
      if (at(colon) == ':') {
        next = valueEnd(colon + 1, p);
        if (next < 0) {
          p = skipBlanks(-next);
          continue;
        }
        value = number(skipBlanks(colon + 1), next);
      }
      boolean hasValue = at(colon) == ':';
      if (valued != null && valued != hasValue) {
        broken("mixed-values", p);
      }
      valued = valued == null ? Boolean.valueOf(hasValue) : valued;
      if (before != null && index.compareTo(before) <= 0) {
        count(index.equals(before) ? "duplicate-index" : "unsorted-index");
      }
      before = index;
      row.add(index.subtract(least), value);
      p = skipBlanks(next);
    }
    if (at(p) == '#' && " \t:".indexOf(at(p - 1)) < 0) {
      count("glued-comment");
    }
  }

  /** Returns where a value ends; negated, where reading continues when there is none. */
  private int valueEnd(int from, int feature) throws Fault {
    int begin = skipBlanks(from);
    int end = numberEnd(begin);
    boolean blank = begin > from;
    // After a blank a number with a colon is no value, but the index of the next feature.
    boolean isIndex = blank && end >= 0 && at(skipBlanks(end)) == ':';
    if (isLineEnd(begin) || at(begin) == '#' || isIndex) {
      broken("missing-value", feature);
      return -begin;
    }
    if (end < 0 || !ends(end)) {
      broken("bad-value", begin);
      return -tokenEnd(begin);
    }
    note(begin, end);
    return end;
  }

  private void note(int begin, int end) {
    String token = text.substring(begin, end);
    float value = number(begin, end);
    boolean digits = token.matches("[+-]?[.0-9].*");
    if (!Float.isFinite(value)) {
      count(digits ? "value-overflow" : "value-not-finite");
    } else if (value == 0 && token.split("[eE]")[0].matches(".*[1-9].*")) {
      count("value-underflow");
    } else {
      rounded(begin, end);
    }
  }

  /** Returns where reading continues after a token that is no feature, and its value. */
  private int afterWrong(int at) {
    int p = tokenEnd(at);
    int colon = skipBlanks(p);
    if (at(colon) == ':') {
      p = tokenEnd(colon);
    }
    if (at(p - 1) == ':') {
      int value = skipBlanks(p);
      int end = numberEnd(value);
      if (end >= 0 && ends(end) && at(skipBlanks(end)) != ':') {
        p = end;
      }
    }
    return p;
  }

  @Override
  void finish() {}
}
