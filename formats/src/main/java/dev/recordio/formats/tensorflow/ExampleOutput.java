// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.tensorflow;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.formats.UnfitInputException;
import dev.recordio.formats.output.OutputConf;
import dev.recordio.formats.output.SampleColumn;
import dev.recordio.formats.output.SampleFacts;
import dev.recordio.formats.output.SampleOutput;
import dev.recordio.formats.protobuf.ProtoWriter;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/**
 * A format whose values are opaque bytes: a {@code tf.train.Example} a record, as {@link
 * RecordExamples} makes it; or payloads as they are.
 */
public abstract class ExampleOutput implements SampleOutput {
  /** Of an Example with one label, without the image. */
  private static final int EXAMPLE_BYTES = 110;

  /** Of the feature with the name of a class, without the name. */
  private static final int NAME_BYTES = 26;

  private int nameBytes; // of an Example, on average

  @Override
  public Set<OutputConf> keys() {
    return EnumSet.of(OutputConf.RAW, OutputConf.EXT, OutputConf.CLASS_NAMES);
  }

  @Override
  public void check(Configuration conf) {
    if (takesPayloads(conf)) {
      refuseWithRaw(OutputConf.CLASS_NAMES, OutputConf.CLASS_NAMES.get(conf), "");
      refuseWithRaw(OutputConf.EXT, OutputConf.EXT.get(conf), "");
      String header = OutputConf.HEADER.getChoice(conf);
      refuseWithRaw(OutputConf.HEADER, header, header.equals("image") ? "auto" : header);
    }
  }

  private static void refuseWithRaw(ConfKey key, String value, String fitting) {
    if (!value.equals(fitting)) {
      throw new InvalidSettingException(
          key + " is " + value + ", but with " + OutputConf.RAW + " payloads stay as they are");
    }
  }

  @Override
  public boolean takesPayloads(Configuration conf) {
    return OutputConf.RAW.getBoolean(conf);
  }

  @Override
  public SampleFacts check(SampleFacts facts) {
    List<String> names = facts.classNames();
    if (names != null) {
      int all = names.stream().mapToInt(name -> ProtoWriter.utf8(name).length).sum();
      nameBytes = NAME_BYTES + all / Math.max(1, names.size());
    }
    return facts;
  }

  /** A column is a feature of its name; Examples have no float64. */
  @Override
  public void check(List<SampleColumn> columns) throws UnfitInputException {
    for (SampleColumn column : columns) {
      boolean wide = column.type() == SampleColumn.Type.FLOAT64;
      if (wide || column.name().startsWith("image/")) {
        throw new UnfitInputException(
            "the column "
                + column.name()
                + " can't be a feature: "
                + (wide
                    ? "a feature has float32, cast it to FLOAT"
                    : "names with image/ belong to the image"));
      }
    }
  }

  /** Returns about how many bytes a record has as a value. */
  protected final long valueBytes(Configuration conf, Size record) {
    return takesPayloads(conf) ? record.payload() : EXAMPLE_BYTES + nameBytes + record.image();
  }

  /** Returns what makes the values of a shard; null when payloads are the values. */
  protected final RecordExamples examples(Configuration conf, SampleFacts facts) {
    return takesPayloads(conf) ? null : new RecordExamples(OutputConf.EXT.get(conf), facts);
  }
}
