// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.insightface;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.formats.UnfitInputException;
import dev.recordio.formats.output.OutputConf;
import dev.recordio.formats.output.SampleFacts;
import dev.recordio.formats.output.SampleOutput;
import dev.recordio.formats.output.SampleRecord;
import dev.recordio.formats.output.ShardFiles;
import java.io.IOException;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;

/**
 * Writes {@code part-00000.bin}: a verification set of InsightFace, see {@link FacePairs}, in
 * protocol 3 of Python's pickle, the first that has bytes. Records 2 k and 2 k + 1 are pair k; the
 * first label of both is 1 where they show one person, and 0 where they do not.
 */
public final class FacePairsOutput implements SampleOutput {
  private static final byte[] BEGIN = {(byte) 0x80, 3, ']', '('};
  private static final byte[] FLAGS = {'e', ']', '('};
  private static final byte[] END = {'e', (byte) 0x86, '.'};

  /** Of an image: the opcode and a length. */
  private static final int FRAME_BYTES = 5;

  @Override
  public Set<OutputConf> keys() {
    return EnumSet.noneOf(OutputConf.class);
  }

  @Override
  public SampleFacts check(SampleFacts facts) throws IOException {
    boolean flags = facts.integral() && facts.minLabel() >= 0 && facts.maxLabel() <= 1;
    if (facts.records() > 0 && !flags) {
      throw new UnfitInputException(
          "a verification set has the labels 1 (one person) and 0 (two persons); found "
              + (facts.integral()
                  ? "labels from " + facts.minLabel() + " to " + facts.maxLabel()
                  : "some that are not one whole number"));
    }
    if (facts.records() % 2 != 0) {
      throw new UnfitInputException(
          "a verification set is made of pairs of records; found " + facts.records());
    }
    return facts;
  }

  @Override
  public long bytes(Configuration conf, SampleFacts facts, Size record) {
    return FRAME_BYTES + record.image();
  }

  @Override
  public Shard open(Configuration conf, SampleFacts facts, ShardFiles files) throws IOException {
    return new Writer(files.create(".bin"));
  }

  private static final class Writer implements Shard {
    private final FSDataOutputStream out;
    private final byte[] frame = new byte[FRAME_BYTES];
    private final BitSet same = new BitSet();
    private int records;

    Writer(FSDataOutputStream out) throws IOException {
      this.out = out;
      out.write(BEGIN);
    }

    @Override
    public void write(SampleRecord record) throws IOException {
      boolean flag = record.label(0) == 1;
      if (records % 2 == 0) {
        same.set(records / 2, flag);
      } else if (same.get(records / 2) != flag) {
        throw record.malformed(
            "a pair with two flags",
            "the label of the record before, " + (flag ? 0 : 1),
            "another");
      }
      records++;
      frame[0] = 'B';
      LittleEndian.putInt(frame, 1, record.imageLength());
      out.write(frame);
      out.write(record.bytes(), record.imageOffset(), record.imageLength());
    }

    @Override
    public void finish() throws IOException {
      if (records % 2 != 0) {
        throw new UnfitInputException(
            "a pair of records is in two shards; --shards 1 makes one verification set");
      }
      out.write(FLAGS);
      for (int pair = 0; pair < records / 2; pair++) {
        out.write(same.get(pair) ? 0x88 : 0x89);
      }
      out.write(END);
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
