// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import java.util.ArrayList;
import java.util.List;

/** What a task found in one range of a file, findings in the order of the file. */
final class RangeReport {
  /** A list of more findings would be for nobody, and not fit into memory. */
  private static final int MAX_FINDINGS = 100_000;

  /** The file. */
  String file = "";

  /** Where the range begins. */
  long start;

  /** The length of the file, in bytes; -1 for a compressed one. */
  long fileLength;

  /** The records whose headers and magic words are sound. */
  long chained;

  /** The records that are sound where the index has them. */
  long indexed;

  /** Where the last of these begins; -1 if there is none. */
  long lastAgreed = -1;

  /** Where the last record begins that headers show and the index does not have; -1: none. */
  long lastStray = -1;

  /** Whether there is an index that could be read. */
  boolean hasIndex;

  /** Whether a binary index is damaged, so that none of its entries counts. */
  boolean indexDamaged;

  /** Whether a text index is there that can't be read. */
  boolean textDamaged;

  /** Whether the index has checksums of payloads. */
  boolean hasSums;

  /** The end of the records that the index has. */
  long indexEnd;

  /** Whether the index has a checksum of the whole file. */
  boolean hasFileSum;

  /** The checksum of the file, by its index. */
  int fileSum;

  /** The checksum of the range's records; empty without checksums to compare. */
  RangeSum sum = new RangeSum();

  /** The records that headers and magic words prove. */
  Runs chainRuns = new Runs();

  /** The records that are where the index has them, as it has them. */
  Runs provenRuns = new Runs();

  /** Records with sound headers after which neither a record begins nor the file ends. */
  Runs looseRuns = new Runs();

  /** Findings that were too many to be kept. */
  long more;

  /** Lines for people: what is no damage, but worth knowing. */
  List<String> notes = new ArrayList<>();

  /** How many images are sound but for something that loses none of their data. */
  long warned;

  /** What is wrong with the first of them. */
  List<String> warnings = List.of();

  /** What the visitor of the records returned, serialized; empty without one. */
  byte[] visited = {};

  /** What is wrong. */
  List<Finding> findings = new ArrayList<>();

  void add(Finding finding) {
    if (findings.size() < MAX_FINDINGS) {
      findings.add(finding);
    } else {
      more++;
    }
  }

  /** Extends the last finding of headers and magic words up to an offset. */
  void extendChainFinding(long end) {
    for (int i = findings.size() - 1; i >= 0; i--) {
      Finding finding = findings.get(i);
      if (finding.kind() == Finding.Kind.CHAIN) {
        long last = Math.max(end, finding.end());
        findings.set(i, Finding.ofChain(finding.offset(), last, finding.reason()));
        return;
      }
    }
  }

  /** Adds that the file can not be read any further, which explains a finding at its end. */
  void addDamagedEnd(long offset, String reason) {
    int last = findings.size() - 1;
    boolean isKnown = last >= 0 && findings.get(last).end() >= fileLength;
    long begin = isKnown ? findings.remove(last).offset() : offset;
    add(Finding.ofChain(begin, fileLength, reason));
  }
}
