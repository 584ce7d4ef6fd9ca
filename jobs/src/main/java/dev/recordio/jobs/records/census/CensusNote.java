// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.fs.stream.Files;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.image.InsightFaceDialect;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** What the census notes of each record, and which records it notes. */
public abstract class CensusNote {
  /** What to note. */
  public enum Kind {
    /** Only the number of records. */
    COUNT,
    /** Offsets. */
    PLACE,
    /** Offsets, and the bits of the label that is the class, a float32. */
    LABEL,
    /** The same, of the first label where nothing says which one is the class. */
    FIRST_LABEL,
    /** Offsets, and the id in the image header. */
    ID,
    /** Offsets, and what a record holds: its {@link RecordContent}. */
    CONTENT,
    /** Offsets of rows of text, and the query id. */
    QID,
    /** Offsets of the records with certain keys, and the key. */
    WITH_KEY,
    /** Offsets of the records with certain labels, and the bits of the label. */
    WITH_LABEL;

    private static final String KEY = "recordio.arrange.notes";

    static Kind of(Configuration conf) {
      return conf.getEnum(KEY, COUNT);
    }

    void set(Configuration conf) {
      conf.setEnum(KEY, this);
    }

    /** Whether a value is noted with each offset. */
    boolean hasValue() {
      return ordinal() > PLACE.ordinal();
    }
  }

  private static final long SEVERAL = 1L << Float.SIZE;

  private final byte[] start = new byte[ImageRecordHeader.FIXED_BYTES];

  /** Returns what notes the records of a task's split. */
  static CensusNote of(Configuration conf, NumberedSplit split) throws IOException {
    return switch (Kind.of(conf)) {
      case COUNT, PLACE -> new All();
      case QID -> throw new IllegalStateException("records have no query id");
      case LABEL, FIRST_LABEL -> new Labels(conf, split, null);
      case ID -> new Ids(null);
      case CONTENT -> new ContentNote();
      case WITH_LABEL -> new Labels(conf, split, WantedValues.read(conf));
      case WITH_KEY -> {
        WantedValues wanted = WantedValues.read(conf);
        Path index = RecordFiles.index(split.getPath());
        FileSystem fs = index.getFileSystem(conf);
        yield Files.isThere(fs, index)
            ? new IdxCensusNote(conf, wanted, index, split)
            : new Ids(wanted);
      }
    };
  }

  /** Whether to note the reader's current record. */
  abstract boolean takes(RecordRangeReader record) throws IOException;

  /** Returns the noted value of the record that was taken last. */
  long value() {
    return 0;
  }

  /** Whether the value is the key that the file's index gives the record. */
  boolean isKey() {
    return false;
  }

  /** Called after the last record of a split that had no damage. */
  void end() throws MalformedRecordException {}

  /** Returns the payload's first bytes: the fixed fields of an image header. */
  final byte[] start(RecordRangeReader record) throws IOException {
    record.prefix(start);
    return start;
  }

  private static final class All extends CensusNote {
    @Override
    boolean takes(RecordRangeReader record) {
      return true;
    }
  }

  private static final class Labels extends CensusNote {
    private final Configuration conf;
    private final NumberedSplit split;
    private final WantedValues wanted;
    private final ClassLabel label;
    private final byte[] header;
    private final boolean takesFirst;
    private long value;

    Labels(Configuration conf, NumberedSplit split, WantedValues wanted) {
      this.conf = conf;
      this.split = split;
      this.wanted = wanted;
      label = ClassLabel.of(conf, split);
      int labels = Math.max(2, label.columns()); // as a record of InsightFace for bookkeeping has
      header = new byte[ImageRecordHeader.bytes(labels)];
      takesFirst = Kind.of(conf) == Kind.FIRST_LABEL;
    }

    @Override
    boolean takes(RecordRangeReader record) throws IOException {
      record.prefix(header);
      int length = record.payloadLength();
      int count = ImageRecordHeader.labelCount(header, length, record.offset());
      if (split.faces() != null && InsightFaceDialect.isBookkeeping(header, length)) {
        return false;
      }
      int column = label.of(split.file(), count, record.offset());
      boolean unknown = column == ClassLabel.UNKNOWN;
      if (unknown && !takesFirst) {
        throw ClassLabel.several(conf, count + "", record.offset());
      }
      value = bits(ImageRecordHeader.label(header, unknown ? 0 : column));
      if (takesFirst) {
        value = value & SEVERAL - 1 | (unknown ? SEVERAL : 0);
      }
      return wanted == null || wanted.contains(value);
    }

    @Override
    long value() {
      return value;
    }
  }

  /** Whether a value of {@link Kind#FIRST_LABEL} is the first of labels of unknown meaning. */
  public static boolean isOfSeveral(long value) {
    return (value & SEVERAL) != 0;
  }

  /** The bits by which labels are compared; 0 and -0 are the same label. */
  public static long bits(float label) {
    return Float.floatToIntBits(label + 0f);
  }

  private static final class Ids extends CensusNote {
    private final WantedValues wanted;
    private long value;

    Ids(WantedValues wanted) {
      this.wanted = wanted;
    }

    @Override
    boolean takes(RecordRangeReader record) throws IOException {
      value = ImageRecordHeader.id(start(record), record.payloadLength(), record.offset());
      return wanted == null || wanted.contains(value);
    }

    @Override
    long value() {
      return value;
    }
  }
}
