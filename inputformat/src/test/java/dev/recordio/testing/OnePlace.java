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
import java.lang.ref.SoftReference;
import java.net.URL;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
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

  /** By the places of their classes; given up where tests need the memory. */
  private static final Map<String, SoftReference<JavaClasses>> MODULES = new HashMap<>();

  private OnePlace() {}

  /** Returns the classes of a module, without its tests; a JVM imports them once. */
  public static synchronized JavaClasses moduleOf(Class<?> member) {
    URL place = member.getProtectionDomain().getCodeSource().getLocation();
    SoftReference<JavaClasses> kept = MODULES.get(place.toString());
    JavaClasses module = kept == null ? null : kept.get();
    if (module == null) {
      module = new ClassFileImporter().importUrl(place);
      MODULES.put(place.toString(), new SoftReference<>(module));
    }
    return module;
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
