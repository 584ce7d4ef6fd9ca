// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.domain.ThrowsDeclaration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.classification.InterfaceAudience;

/**
 * What the users of a module may rely on, by its class files: the public and protected signatures
 * of its {@code @Public} classes and of the types nested in them. A nested type or a member that is
 * annotated {@code @Private} or {@code @LimitedPrivate} is no part of it. What a class inherits
 * from a class of ours that is not visible counts as its own.
 */
public final class PublicApi {
  private static final String OURS = "dev.recordio.";

  /**
   * The packages whose types a signature may name besides ours: users have them on their class path
   * anyway.
   */
  private static final List<String> KNOWN =
      List.of("java.", "org.apache.hadoop.", "org.apache.spark.", "scala.", "ml.dmlc.");

  private static final Set<String> OF_EVERY_OBJECT =
      Set.of("equals(java.lang.Object)", "hashCode()", "toString()");
  private static final Set<String> OF_EVERY_ENUM = Set.of("values()", "valueOf(java.lang.String)");

  private final List<JavaClass> classes;

  PublicApi(JavaClasses imported) {
    classes = imported.stream().filter(PublicApi::isPublic).toList();
  }

  /** Returns the API of the module that {@code type} is a class of, without the module's tests. */
  public static PublicApi of(Class<?> type) {
    return new PublicApi(OnePlace.moduleOf(type));
  }

  /** Returns one line for each class and each of its members, sorted. */
  public Set<String> lines() {
    var lines = new TreeSet<String>();
    for (JavaClass type : classes) {
      lines.add(Signatures.of(type, supertypes(type).toList()));
      members(type).map(member -> Signatures.of(type, member)).forEach(lines::add);
    }
    return lines;
  }

  /**
   * Returns a line for each type that a signature names though no user can name it: one of ours
   * that is not public, or one of a library that is not the user's.
   */
  public Set<String> exposed() {
    var exposed = new TreeSet<String>();
    for (JavaClass type : classes) {
      String header = type.getName() + " extends ";
      supertypes(type)
          .flatMap(supertype -> supertype.getAllInvolvedRawTypes().stream())
          .filter(PublicApi::isUnknown)
          .forEach(unknown -> exposed.add(header + unknown.getName()));
      members(type)
          .forEach(
              member ->
                  named(member)
                      .filter(PublicApi::isUnknown)
                      .map(unknown -> Signatures.of(type, member) + ": " + unknown.getName())
                      .forEach(exposed::add));
    }
    return exposed;
  }

  /**
   * Fails where {@code src/test/resources/public-api.txt} of the module in the folder {@code
   * module} has other lines, or where a signature {@linkplain #exposed() exposes} a type; with
   * {@code -Drecordio.regenerate=true} it writes the file before.
   */
  public void check(String module) throws IOException {
    Path file = ConfigurationDocs.projectFile(module + "/src/test/resources/public-api.txt");
    Set<String> lines = lines();
    if (Boolean.getBoolean("recordio.regenerate")) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, String.join("\n", lines) + "\n");
    }
    List<String> written = Files.exists(file) ? Files.readAllLines(file) : List.of();
    assertEquals(
        "",
        difference(written, lines),
        () ->
            "The public API is not as "
                + file.getFileName()
                + " has it. Where that is meant, run: mvn -pl "
                + module
                + " -am test -Dtest=PublicApiTest -Dsurefire.failIfNoSpecifiedTests=false"
                + " -Drecordio.regenerate=true");
    assertEquals(
        Set.of(),
        exposed(),
        "Types that no user can name: make them @Public, or the member @Private");
  }

  /** Returns the lines that only one of the two has: after a minus, or after a plus. */
  static String difference(Collection<String> before, Collection<String> after) {
    return missing(before, after, "\n- ") + missing(after, before, "\n+ ");
  }

  private static String missing(Collection<String> lines, Collection<String> in, String sign) {
    return lines.stream()
        .filter(line -> !in.contains(line))
        .map(sign::concat)
        .collect(Collectors.joining());
  }

  private static boolean isOurs(JavaClass type) {
    return type.getName().startsWith(OURS);
  }

  private static boolean isUnknown(JavaClass type) {
    return isOurs(type)
        ? !isPublic(type)
        : !type.isPrimitive() && KNOWN.stream().noneMatch(type.getName()::startsWith);
  }

  private static boolean isVisible(Set<JavaModifier> modifiers) {
    return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
  }

  private static boolean isPublic(JavaClass type) {
    if (!isVisible(type.getModifiers()) || isForUs(type::isAnnotatedWith)) {
      return false;
    }
    return type.isAnnotatedWith(InterfaceAudience.Public.class)
        || type.getEnclosingClass().map(PublicApi::isPublic).orElse(false);
  }

  private static boolean isForUs(Predicate<String> annotated) {
    return annotated.test(InterfaceAudience.Private.class.getName())
        || annotated.test(InterfaceAudience.LimitedPrivate.class.getName());
  }

  private static Stream<JavaType> supertypes(JavaClass type) {
    return Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream())
        .flatMap(
            supertype ->
                isHidden(supertype.toErasure())
                    ? supertypes(supertype.toErasure())
                    : Stream.of(supertype))
        .filter(supertype -> !supertype.getName().matches("java\\.lang\\.(Object|Record|Enum<.*)"));
  }

  private static boolean isHidden(JavaClass supertype) {
    return isOurs(supertype) && !isVisible(supertype.getModifiers());
  }

  private static Stream<JavaMember> members(JavaClass type) {
    Stream<JavaMember> inherited =
        Stream.concat(type.getRawSuperclass().stream(), type.getRawInterfaces().stream())
            .filter(PublicApi::isHidden)
            .flatMap(PublicApi::members)
            .filter(member -> !(member instanceof JavaConstructor));
    return Stream.concat(type.getMembers().stream(), inherited)
        .filter(member -> isVisible(member.getModifiers()))
        .filter(member -> !member.getModifiers().contains(JavaModifier.SYNTHETIC))
        .filter(member -> !isForUs(member::isAnnotatedWith))
        .filter(member -> !isImplied(member));
  }

  /** Whether every class has a member, whatever it declares. */
  private static boolean isImplied(JavaMember member) {
    String signature = member.getFullName().substring(member.getOwner().getName().length() + 1);
    return OF_EVERY_OBJECT.contains(signature)
        || member.getOwner().isEnum() && OF_EVERY_ENUM.contains(signature);
  }

  private static Stream<JavaClass> named(JavaMember member) {
    Stream<JavaClass> named = member.getAllInvolvedRawTypes().stream();
    return (member instanceof JavaCodeUnit code
            ? Stream.concat(
                named, code.getThrowsClause().stream().map(ThrowsDeclaration::getRawType))
            : named)
        .map(JavaClass::getBaseComponentType);
  }
}
