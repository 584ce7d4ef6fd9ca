// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import dev.recordio.conf.RecordIOConf;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.security.TokenCache;

/** Rules for what only a few classes do, whatever the module. */
public final class OnePlace {
  private static final Set<String> OPENING =
      Set.of(
          "open",
          "openFile",
          "create",
          "createFile",
          "createNewFile",
          "createNonRecursive",
          "append",
          "appendFile",
          "rename");

  private OnePlace() {}

  /** Returns the classes of a module, without its tests. */
  public static JavaClasses moduleOf(Class<?> member) {
    return new ClassFileImporter()
        .importUrl(member.getProtectionDomain().getCodeSource().getLocation());
  }

  /** Only {@code places} open, create and rename files of Hadoop's file systems. */
  public static ArchRule opensFiles(Class<?>... places) {
    return rule(
        "open, create or rename files of Hadoop's file systems",
        access -> OPENING.contains(access.getName()) && isFileSystem(access.getTargetOwner()),
        places);
  }

  private static boolean isFileSystem(JavaClass owner) {
    return owner.isAssignableTo(FileSystem.class) || owner.isAssignableTo(FileContext.class);
  }

  /** Only {@code places} name the keys that specify what is done with damaged records. */
  public static ArchRule readsDamageSettings(Class<?>... places) {
    return rule(
        "read the keys of damaged records",
        access ->
            access.getName().startsWith("CORRUPT_")
                && access.getTargetOwner().isEquivalentTo(RecordIOConf.class),
        places);
  }

  /** Only {@code places} get delegation tokens for jobs. */
  public static ArchRule obtainsTokens(Class<?>... places) {
    return rule(
        "get delegation tokens",
        access ->
            access.getTargetOwner().isEquivalentTo(TokenCache.class)
                || access.getName().startsWith("addDelegationTokens"),
        places);
  }

  private static ArchRule rule(
      String what, Predicate<JavaAccess<?>> forbidden, Class<?>... places) {
    return noClasses()
        .that(
            describe(
                "are not in the list",
                type -> Arrays.stream(places).noneMatch(type::isEquivalentTo)))
        .should()
        .accessTargetWhere(describe(what, forbidden));
  }
}
