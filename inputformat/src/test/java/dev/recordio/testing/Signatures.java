// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.domain.JavaTypeVariable;
import com.tngtech.archunit.core.domain.ThrowsDeclaration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** One line of text for a class or a member: its name, then what a caller may know about it. */
final class Signatures {
  private static final Set<JavaModifier> SHOWN =
      Set.of(
          JavaModifier.PUBLIC,
          JavaModifier.PROTECTED,
          JavaModifier.ABSTRACT,
          JavaModifier.STATIC,
          JavaModifier.FINAL);

  private Signatures() {}

  static String of(JavaClass type, List<JavaType> supertypes) {
    return type.getName()
        + ' '
        + modifiers(type.getModifiers())
        + kind(type)
        + variables(type.getTypeParameters())
        + list(" extends ", supertypes);
  }

  /** Returns the line of a member that {@code type} has or inherits. */
  static String of(JavaClass type, JavaMember member) {
    String owner = type.getName() + '.';
    String modifiers = ' ' + modifiers(member.getModifiers());
    if (member instanceof JavaField field) {
      return owner + field.getName() + modifiers + name(field.getType());
    }
    var code = (JavaCodeUnit) member;
    boolean constructor = code instanceof JavaConstructor;
    return owner
        + (constructor ? "new" : code.getName())
        + variables(code.getTypeParameters())
        + list("(", code.getParameterTypes())
        + ')'
        + modifiers
        + (constructor ? type.getSimpleName() : name(code.getReturnType()))
        + list(
            " throws ",
            code.getThrowsClause().stream().map(ThrowsDeclaration::getRawType).toList());
  }

  private static String kind(JavaClass type) {
    if (type.isInterface()) {
      return type.isAnnotation() ? "annotation" : "interface";
    }
    return type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
  }

  private static String modifiers(Set<JavaModifier> modifiers) {
    return modifiers.stream()
        .filter(SHOWN::contains)
        .sorted()
        .map(modifier -> modifier.name().toLowerCase(Locale.ROOT) + ' ')
        .collect(Collectors.joining());
  }

  private static String variables(List<? extends JavaTypeVariable<?>> variables) {
    return variables.isEmpty()
        ? ""
        : variables.stream()
            .map(variable -> variable.getName() + list(" extends ", bounds(variable)))
            .collect(Collectors.joining(", ", "<", ">"));
  }

  private static List<JavaType> bounds(JavaTypeVariable<?> variable) {
    return variable.getUpperBounds().stream()
        .filter(bound -> !bound.getName().equals(Object.class.getName()))
        .toList();
  }

  /** Returns {@code types} after {@code before}; if there are none, a bracket stays. */
  private static String list(String before, List<? extends JavaType> types) {
    return types.isEmpty()
        ? before.equals("(") ? before : ""
        : types.stream().map(Signatures::name).collect(Collectors.joining(", ", before, ""));
  }

  /** Types that each Java program knows have only their names. */
  private static String name(JavaType type) {
    if (type instanceof JavaClass array && array.isArray()) {
      return name(array.getComponentType()) + "[]";
    }
    return type.getName().replaceAll("\\bjava\\.(lang|util|io)\\.(?=[A-Z])", "");
  }
}
