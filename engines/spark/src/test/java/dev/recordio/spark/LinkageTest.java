// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.recordio.mapreduce.RecordIOInputFormat;
import dev.recordio.testing.Linkage;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.PositionedReadable;
import org.junit.jupiter.api.Test;

/** The Hadoop that Spark brings has what the library needs. */
class LinkageTest {
  private static final Linkage HADOOP =
      new Linkage(
          name ->
              name.startsWith("org.apache.hadoop.") && !name.startsWith("org.apache.hadoop.hive."));

  /** The only class that needs vectored reads; it is not used where Hadoop has none. */
  private static final String GUARDED = "dev.recordio.fs.gather.VectoredReads -> ";

  /** The jar that users pass to Spark has more than the library. */
  private static final Pattern OTHERS = Pattern.compile(".*/dev/recordio/(jobs|images|shaded)/.*");

  private static JavaClasses library() {
    return new ClassFileImporter()
        .withImportOption(location -> !location.matches(OTHERS))
        .importUrl(RecordIOInputFormat.class.getProtectionDomain().getCodeSource().getLocation());
  }

  private static boolean hasVectoredReads() {
    return Arrays.stream(PositionedReadable.class.getMethods())
        .anyMatch(method -> method.getName().equals("readVectored"));
  }

  @Test
  void hadoopHasWhatTheLibraryNeeds() {
    Set<String> missing = HADOOP.missing(library());
    boolean guarded = missing.removeIf(line -> line.startsWith(GUARDED));
    assertEquals(Set.of(), missing);
    assertEquals(!hasVectoredReads(), guarded, "a miss of " + GUARDED);
  }
}
