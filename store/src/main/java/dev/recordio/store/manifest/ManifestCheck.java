// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

import dev.recordio.conf.InvalidSettingException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What all manifests obey: names are names, numbers fit each other. */
final class ManifestCheck {
  private static final Pattern ID = Pattern.compile("[0-9a-f]{32}");

  private ManifestCheck() {}

  /**
   * Checks a manifest.
   *
   * @throws InvalidSettingException when something contradicts something else
   */
  static void check(Manifest manifest) {
    id(manifest.store());
    id(manifest.commit());
    require(manifest.generation() >= 0, "a generation of " + manifest.generation());
    require(
        manifest.deleted() >= 0 && manifest.deleted() <= manifest.length(),
        manifest.deleted() + " of " + manifest.length() + " records are deleted");
    require(manifest.graceMillis() >= 0, "a grace of " + manifest.graceMillis() + " ms");
    require(manifest.chunkBytes() > 0, "chunks of " + manifest.chunkBytes() + " bytes");
    Set<Integer> groups = new HashSet<>();
    for (GroupEntry group : manifest.groups()) {
      require(
          group.number() >= 0 && group.number() < manifest.nextGroup(),
          "a group " + group.number() + " of " + manifest.nextGroup());
      require(groups.add(group.number()), "the group " + group.number() + " twice");
      rows(group.rows(), manifest.length());
    }
    Set<Integer> fields = new HashSet<>();
    for (FieldEntry field : manifest.fields()) {
      require(
          field.number() >= 0 && field.number() < manifest.nextField(),
          "a field " + field.number() + " of " + manifest.nextField());
      require(fields.add(field.number()), "the field " + field.number() + " twice");
      require(groups.contains(field.group()), "a field of no group: " + field.group());
      deltas(field.deltas(), manifest.length());
    }
    manifest.schema(); // has checks of its own
    deltas(manifest.deletions(), manifest.length());
    deltas(manifest.operation().deltas(), Long.MAX_VALUE); // ids may be of a longer store
  }

  private static void rows(List<RowsRef> rows, long length) {
    long end = 0;
    for (RowsRef ref : rows) {
      file(ref.file(), ref.bytes(), ref.count());
      require(
          ref.skip() >= 0 && ref.firstId() >= end && ref.count() <= length - ref.firstId(),
          "the rows " + ref + " after " + end + " of " + length);
      end = ref.endId();
    }
  }

  private static void deltas(List<DeltaRef> deltas, long length) {
    for (DeltaRef ref : deltas) {
      file(ref.file(), ref.bytes(), ref.count());
      require(
          ref.first() >= 0
              && ref.first() <= ref.last()
              && ref.first() < ref.end()
              && ref.first() < length,
          "the delta " + ref + " of " + length);
    }
  }

  private static void file(String name, long bytes, long count) {
    id(name);
    require(bytes > 0 && count > 0, "the table " + name + " of " + bytes + " bytes, " + count);
  }

  private static void id(String id) {
    require(ID.matcher(id).matches(), "'" + id + "' for 32 hexadecimal digits");
  }

  private static void require(boolean holds, String found) {
    if (!holds) {
      throw new InvalidSettingException(found);
    }
  }
}
