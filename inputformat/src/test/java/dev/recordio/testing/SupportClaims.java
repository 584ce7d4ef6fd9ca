// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The claims of {@link Supports} in the test sources of all modules. They are read from source: not
 * every build compiles every module.
 */
final class SupportClaims {
  private static final Set<String> TESTS = Set.of("Test", "ParameterizedTest", "TestFactory");

  private SupportClaims() {}

  /** Returns the tests that make a claim, by "row | engine". */
  static Map<String, List<String>> of(Path project) throws IOException {
    var files = new ArrayList<Path>();
    try (Stream<Path> folders = Files.walk(project, 3)) {
      for (Path sources : folders.filter(folder -> folder.endsWith("src")).toList()) {
        Path tests = sources.resolve("test/java");
        if (Files.isDirectory(tests)) {
          addSources(tests, files);
        }
      }
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    var claims = new HashMap<String, List<String>>();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      var task =
          (JavacTask)
              compiler.getTask(
                  null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files));
      for (CompilationUnitTree unit : task.parse()) {
        new Scanner(claims).scan(unit, null);
      }
    }
    return claims;
  }

  private static void addSources(Path tests, List<Path> files) throws IOException {
    try (Stream<Path> walk = Files.walk(tests)) {
      for (Path file : walk.filter(SupportClaims::isTest).toList()) {
        if (Files.readString(file).contains("@Supports(")) {
          files.add(file);
        }
      }
    }
  }

  private static boolean isTest(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith("Test.java") || name.endsWith("IT.java");
  }

  private static final class Scanner extends TreeScanner<Void, String> {
    private final Map<String, List<String>> claims;

    Scanner(Map<String, List<String>> claims) {
      this.claims = claims;
    }

    @Override
    public Void visitClass(ClassTree tree, String outer) {
      claim(tree.getModifiers(), tree.getSimpleName().toString());
      return super.visitClass(tree, tree.getSimpleName().toString());
    }

    @Override
    public Void visitMethod(MethodTree tree, String type) {
      String name = type + "." + tree.getName();
      boolean claims = claim(tree.getModifiers(), name);
      if (claims && names(tree.getModifiers()).noneMatch(TESTS::contains)) {
        throw new IllegalStateException(name + " claims support but is no test");
      }
      return super.visitMethod(tree, type);
    }

    private static Stream<String> names(ModifiersTree modifiers) {
      return modifiers.getAnnotations().stream().map(a -> a.getAnnotationType().toString());
    }

    private boolean claim(ModifiersTree modifiers, String test) {
      List<? extends AnnotationTree> found =
          modifiers.getAnnotations().stream()
              .filter(a -> a.getAnnotationType().toString().equals("Supports"))
              .toList();
      if (!found.isEmpty() && names(modifiers).anyMatch("Disabled"::equals)) {
        throw new IllegalStateException(test + " claims support but is disabled");
      }
      for (AnnotationTree claim : found) {
        String row = arguments(claim, "row").get(0);
        for (String engine : arguments(claim, "engine")) {
          claims.computeIfAbsent(row + " | " + engine, key -> new ArrayList<>()).add(test);
        }
      }
      return !found.isEmpty();
    }

    /** Returns the texts of an argument: one, or those in braces. */
    private static List<String> arguments(AnnotationTree claim, String name) {
      return claim.getArguments().stream()
          .map(AssignmentTree.class::cast)
          .filter(argument -> argument.getVariable().toString().equals(name))
          .map(AssignmentTree::getExpression)
          .flatMap(
              texts ->
                  texts instanceof NewArrayTree array
                      ? array.getInitializers().stream()
                      : Stream.of(texts))
          .map(text -> ((LiteralTree) text).getValue().toString())
          .toList();
    }
  }
}
