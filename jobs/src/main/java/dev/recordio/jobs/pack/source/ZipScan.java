// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** Reads the directory of a zip: its members become stored or deflated slices of the archive. */
final class ZipScan {
  private ZipScan() {}

  /** Whether {@code path} is a zip by its name. */
  static boolean isZip(Path path) {
    return path.getName().toLowerCase(Locale.ROOT).endsWith(".zip");
  }

  /** Passes every selected member to {@code sink}, in the order they are stored. */
  static void scan(
      Configuration conf,
      FileStatus file,
      SourceErrors errors,
      Selection selection,
      Source.Sink sink)
      throws IOException {
    var source = new Source();
    String path = file.getPath().toString();
    String archive = path + "!";
    Separators.Names names = selection.separators().of(path, () -> findsSlash(conf, file));
    ZipMember.each(
        conf,
        file,
        member -> {
          MemberName name = names.of(member.name());
          if (!name.text().endsWith("/") && selection.takes(archive, name)) {
            set(source, file, member, name, errors);
            sink.accept(source);
          }
        });
  }

  private static boolean findsSlash(Configuration conf, FileStatus file) throws IOException {
    boolean[] found = {false};
    ZipMember.each(conf, file, member -> found[0] |= member.name().text().indexOf('/') >= 0);
    return found[0];
  }

  private static void set(
      Source source, FileStatus file, ZipMember member, MemberName name, SourceErrors errors)
      throws IOException {
    String path = file.getPath().toString();
    if (member.wrong() != null) {
      errors.unreadable(source, path + "!" + name, new IOException(member.wrong()));
    } else {
      var kind = member.deflated() ? Source.Kind.DEFLATED : Source.Kind.STORED;
      source
          .set(
              kind,
              path,
              name.text(),
              member.offset(),
              member.length(),
              member.crc(),
              member.size())
          .in(file)
          .named(name);
    }
  }
}
