// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/** The source of the bytes of one future record, and its key and labels. Reused entry by entry. */
public final class Source implements Writable {
  /** How the bytes are stored. */
  public enum Kind {
    /** A whole file of {@code length} bytes. */
    FILE,
    /** {@code length} bytes at {@code offset} of a tar. */
    SLICE,
    /** {@code length} bytes at {@code offset} of a zip, with the CRC-32 {@code tag}. */
    STORED,
    /** The same, deflated; they inflate to {@code size} bytes with the CRC-32 {@code tag}. */
    DEFLATED,
    /** Entry number {@code tag} of a compressed tar. */
    TAR_ENTRY,
    /** Record {@code tag} after position {@code offset} of a SequenceFile. */
    SEQUENCE,
    /** A sample of a tar: members with one base name. */
    WEBDATASET,
    /** A record of a TFRecord file. */
    TFRECORD,
    /** A row of a Parquet file. */
    PARQUET,
    /** A sample of a shard of MosaicML's. */
    MDS,
    /** Nothing: found unreadable while scanning; {@code name} holds the reason. */
    UNREADABLE
  }

  /** Whether the source has an image, labels and perhaps a key of its own. */
  public boolean isSample() {
    return switch (kind) {
      case WEBDATASET, TFRECORD, PARQUET, MDS -> true;
      default -> false;
    };
  }

  /** The length of a file that is listed in its folder but has no readable status. */
  public static final long MISSING = -1;

  private static final Kind[] KINDS = Kind.values();
  private static final byte[] NONE = {};

  public Kind kind = Kind.FILE;

  /** The file that holds the bytes. */
  public String path = "";

  /** The member's name in an archive, or the reason of an unreadable source; else empty. */
  public String name = "";

  public long offset;
  public long length;
  public long tag;

  /** Bytes of the payload without header; an estimate for SequenceFiles. */
  public long size;

  /** Bytes of the file {@code path} when it was listed. */
  public long fileLength;

  /** Modification time of that file when it was listed, in milliseconds since 1970. */
  public long modified;

  /**
   * Whether key and labels come from a list; otherwise they are assigned by position and folder.
   */
  public boolean listed;

  /** Whether an earlier entry of the list has the same key. */
  public boolean repeated;

  /**
   * Whether the listing of the file's folder has shown no checksums that Hadoop keeps: nobody need
   * look for the checksums of this file.
   */
  public boolean plain;

  /** Whether the name has bytes whose charset is not known, written as escapes. */
  public boolean isNameUnknown;

  /** Whether the folder in the name has such bytes. */
  public boolean isFolderUnknown;

  public long key;
  public int labelCount;
  public float[] labels = {0};

  /** What the reader of a sample needs besides, in a form of its own. */
  public byte[] detail = NONE;

  /** Makes this a source without key and labels. */
  public Source set(
      Kind kind, String path, String name, long offset, long length, long tag, long size) {
    this.kind = kind;
    this.path = path;
    this.name = name;
    this.offset = offset;
    this.length = length;
    this.tag = tag;
    this.size = size;
    fileLength = 0;
    modified = 0;
    listed = false;
    repeated = false;
    plain = false;
    isNameUnknown = false;
    isFolderUnknown = false;
    key = 0;
    labelCount = 0;
    detail = NONE;
    return this;
  }

  Source file(FileStatus file) {
    return file(file.getPath().toString(), file.getLen(), file.getModificationTime());
  }

  /** Makes this a whole file, named as its path is printed. */
  public Source file(String file, long length, long modifiedAt) {
    return set(Kind.FILE, file, "", 0, length, 0, length).in(length, modifiedAt);
  }

  public Source in(FileStatus file) {
    return in(file.getLen(), file.getModificationTime());
  }

  /** Says that the bytes are in the file of another source. */
  public Source within(Source other) {
    return in(other.fileLength, other.modified);
  }

  /** Says what is known of the member's name. */
  Source named(MemberName member) {
    isNameUnknown = !member.isKnown();
    isFolderUnknown = !member.isFolderKnown();
    return this;
  }

  MemberName memberName() {
    return new MemberName(name, !isNameUnknown, !isFolderUnknown, false);
  }

  private Source in(long bytes, long modifiedAt) {
    fileLength = bytes;
    modified = modifiedAt;
    return this;
  }

  /** Makes this a source that can't be read. */
  public Source unreadable(String path, String reason) {
    return set(Kind.UNREADABLE, path, reason, 0, 0, 0, 0);
  }

  public void copy(Source other) {
    set(other.kind, other.path, other.name, other.offset, other.length, other.tag, other.size);
    within(other);
    listed = other.listed;
    repeated = other.repeated;
    plain = other.plain;
    isNameUnknown = other.isNameUnknown;
    isFolderUnknown = other.isFolderUnknown;
    label(other.key, other.labels, other.labelCount);
    detail = other.detail;
  }

  /** Sets key and labels. */
  public void label(long key, float[] values, int count) {
    this.key = key;
    if (labels.length < count) {
      labels = new float[count];
    }
    System.arraycopy(values, 0, labels, 0, count);
    labelCount = count;
  }

  public String displayName() {
    return name.isEmpty() || kind == Kind.UNREADABLE ? path : path + "!" + name;
  }

  /** Returns the name that shows the kind of content: the member's, or the file's. */
  public String contentName() {
    return name.isEmpty() ? path : name;
  }

  /** Returns the folder of the content, in an archive or in the file system. */
  public String folder() {
    int slash = contentName().lastIndexOf('/');
    String folder = slash < 0 ? "" : contentName().substring(0, slash);
    return name.isEmpty() ? folder : path + "!" + folder;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeByte(kind.ordinal());
    WritableUtils.writeString(out, path);
    WritableUtils.writeString(out, name);
    WritableUtils.writeVLong(out, offset);
    WritableUtils.writeVLong(out, length);
    WritableUtils.writeVLong(out, tag);
    WritableUtils.writeVLong(out, size);
    WritableUtils.writeVLong(out, fileLength);
    WritableUtils.writeVLong(out, modified);
    out.writeByte(
        (listed ? 1 : 0)
            | (repeated ? 2 : 0)
            | (plain ? 4 : 0)
            | (isNameUnknown ? 8 : 0)
            | (isFolderUnknown ? 16 : 0));
    WritableUtils.writeVLong(out, key);
    WritableUtils.writeVInt(out, labelCount);
    for (int i = 0; i < labelCount; i++) {
      out.writeFloat(labels[i]);
    }
    WritableUtils.writeVInt(out, detail.length);
    out.write(detail);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    kind = KINDS[in.readByte()];
    path = WritableUtils.readString(in);
    name = WritableUtils.readString(in);
    offset = WritableUtils.readVLong(in);
    length = WritableUtils.readVLong(in);
    tag = WritableUtils.readVLong(in);
    size = WritableUtils.readVLong(in);
    fileLength = WritableUtils.readVLong(in);
    modified = WritableUtils.readVLong(in);
    int flags = in.readByte();
    listed = (flags & 1) != 0;
    repeated = (flags & 2) != 0;
    plain = (flags & 4) != 0;
    isNameUnknown = (flags & 8) != 0;
    isFolderUnknown = (flags & 16) != 0;
    key = WritableUtils.readVLong(in);
    labelCount = 0;
    for (int left = WritableUtils.readVInt(in); left > 0; left--) {
      if (labelCount == labels.length) {
        labels = Arrays.copyOf(labels, Math.max(1, 2 * labelCount));
      }
      labels[labelCount++] = in.readFloat();
    }
    int more = WritableUtils.readVInt(in);
    detail = more == 0 ? NONE : new byte[more];
    in.readFully(detail);
  }

  /** Takes the sources of an input, in order. */
  @FunctionalInterface
  public interface Sink {
    /** Takes {@code source}, which the caller reuses. */
    void accept(Source source) throws IOException;
  }
}
