// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import dev.recordio.io.Stepwise;
import dev.recordio.jobs.pack.source.Source;
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
 * A member of a sample that is read: its field, the suffix as it is in the name, and where its
 * content is.
 *
 * @param field the suffix as it is in the name
 * @param suffix the same in lower case
 * @param offset of the content in the tar, in bytes; 0 in a compressed one
 * @param length of the content, in bytes
 * @param ordinal the entry's number in a compressed tar
 */
record WebDatasetMember(String field, String suffix, long offset, long length, long ordinal) {
  /** What a member is read for, as bits. */
  static final int IMAGE = 1;

  static final int LABEL = 2;
  static final int KEY = 4;

  /**
   * The members of a sample in the order of the tar, and what each is read for.
   *
   * @param compressed whether the tar is
   */
  record Wanted(boolean compressed, List<WebDatasetMember> members, List<Integer> roles) {
    /** Makes an empty list. */
    Wanted(boolean compressed) {
      this(compressed, new ArrayList<>(), new ArrayList<>());
    }

    /** Adds a member. */
    void add(WebDatasetMember member, int role) {
      members.add(member);
      roles.add(role);
    }

    /** Returns the form that a {@link Source} carries. */
    byte[] detail() throws IOException {
      var bytes = new ByteArrayOutputStream();
      var out = new DataOutputStream(bytes);
      out.writeBoolean(compressed);
      out.writeByte(members.size());
      for (int i = 0; i < members.size(); i++) {
        WebDatasetMember member = members.get(i);
        out.writeByte(roles.get(i));
        WritableUtils.writeString(out, member.field);
        WritableUtils.writeVLong(out, member.offset);
        WritableUtils.writeVLong(out, member.length);
        WritableUtils.writeVLong(out, member.ordinal);
      }
      return bytes.toByteArray();
    }

    /** Reads the form that a {@link Source} carries. */
    static Wanted of(Source source) throws IOException {
      var in = new DataInputStream(new ByteArrayInputStream(source.detail));
      var wanted = new Wanted(in.readBoolean());
      int count = in.readByte();
      for (int i = 0; i < count; i++) {
        int role = in.readByte();
        String field = Stepwise.readString(in);
        wanted.add(
            new WebDatasetMember(
                field,
                field.toLowerCase(Locale.ROOT),
                WritableUtils.readVLong(in),
                WritableUtils.readVLong(in),
                WritableUtils.readVLong(in)),
            role);
      }
      return wanted;
    }
  }
}
