// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.webdataset;

import dev.recordio.io.Stepwise;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.io.WritableUtils;

/**
 * The members of a sample that are read, in the order of the tar.
 *
 * @param compressed whether the tar is
 */
public record WebDatasetSample(boolean compressed, List<Member> members) {
  /** What a member is read for, as bits. */
  static final int IMAGE = 1;

  static final int LABEL = 2;
  static final int KEY = 4;

  /**
   * A member: where its content is.
   *
   * @param field the suffix as it is in the name
   * @param suffix the same in lower case
   * @param offset of the content in the tar, in bytes; 0 in a compressed one
   * @param length of the content, in bytes
   * @param ordinal the entry's number in a compressed tar
   * @param role what it is read for
   */
  public record Member(
      String field, String suffix, long offset, long length, long ordinal, int role) {
    public Member(String field, long offset, long length, long ordinal) {
      this(field, offset, length, ordinal, 0);
    }

    private Member(String field, long offset, long length, long ordinal, int role) {
      this(field, field.toLowerCase(Locale.ROOT), offset, length, ordinal, role);
    }

    /** Returns the same, read for something. */
    Member as(int roles) {
      return new Member(field, suffix, offset, length, ordinal, roles);
    }

    public boolean isImage() {
      return (role & IMAGE) != 0;
    }
  }

  public Member image() {
    return members.stream().filter(Member::isImage).findFirst().orElseThrow();
  }

  /** Returns the form that plans carry. */
  public byte[] toBytes() throws IOException {
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    out.writeBoolean(compressed);
    out.writeByte(members.size());
    for (Member member : members) {
      out.writeByte(member.role);
      WritableUtils.writeString(out, member.field);
      WritableUtils.writeVLong(out, member.offset);
      WritableUtils.writeVLong(out, member.length);
      WritableUtils.writeVLong(out, member.ordinal);
    }
    return bytes.toByteArray();
  }

  /** Reads the form that plans carry. */
  public static WebDatasetSample of(byte[] bytes) throws IOException {
    var in = new DataInputStream(new ByteArrayInputStream(bytes));
    var sample = new WebDatasetSample(in.readBoolean(), new ArrayList<>());
    for (int left = in.readByte(); left > 0; left--) {
      int role = in.readByte();
      String field = Stepwise.readString(in);
      long offset = WritableUtils.readVLong(in);
      long length = WritableUtils.readVLong(in);
      sample.members.add(new Member(field, offset, length, WritableUtils.readVLong(in), role));
    }
    return sample;
  }
}
