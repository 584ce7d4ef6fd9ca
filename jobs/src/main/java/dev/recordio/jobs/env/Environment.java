// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.env;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.sun.management.OperatingSystemMXBean;
import dev.recordio.jobs.cli.CommandRunner;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.io.compress.ZStandardCodec;
import org.apache.hadoop.io.compress.bzip2.Bzip2Factory;
import org.apache.hadoop.io.compress.zlib.ZlibFactory;
import org.apache.hadoop.util.NativeCodeLoader;
import org.apache.hadoop.util.VersionInfo;

/**
 * What is known of the program, the machine and its Hadoop: nothing of it comes from values that
 * may hold a secret, and a user and password in a URL, and what is after its {@code ?}, are left
 * out.
 *
 * @param fileSystems the schemes whose file systems are on the class path
 */
record Environment(
    String version,
    Java java,
    Hadoop hadoop,
    String os,
    Memory memory,
    List<String> classPath,
    Set<String> fileSystems,
    List<Codec> codecs) {
  private static final Pattern IMPLEMENTATION = Pattern.compile("fs\\.([a-z][a-z0-9+-]*)\\.impl");
  private static final Pattern USER = Pattern.compile("(//)[^/@\\s]*@");

  /** Up to the next absolute path of a class path, as an entry is cut at a colon in it. */
  private static final Pattern QUERY = Pattern.compile("\\?.*?(?=:/[^/]|$)");

  /** The virtual machine. */
  record Java(String version, String vendor, String vm, String home) {}

  /**
   * Hadoop.
   *
   * @param siteFiles the configuration files on the class path
   */
  record Hadoop(
      String version,
      String found,
      @JsonProperty("native") boolean isNative,
      List<String> siteFiles) {}

  /** Bytes, and the number of processors. */
  record Memory(long maxHeap, long physical, int processors) {}

  /** A codec, and whether it runs native code here. */
  record Codec(String name, @JsonProperty("native") boolean isNative) {}

  /** Looks everything up. */
  static Environment of(Configuration conf) throws IOException {
    return new Environment(
        CommandRunner.version(),
        new Java(
            System.getProperty("java.version"),
            System.getProperty("java.vendor"),
            System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
            System.getProperty("java.home")),
        new Hadoop(
            VersionInfo.getVersion(), found(), NativeCodeLoader.isNativeCodeLoaded(), siteFiles()),
        String.join(
            " ",
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            System.getProperty("os.arch")),
        new Memory(
            Runtime.getRuntime().maxMemory(),
            physicalMemory(),
            Runtime.getRuntime().availableProcessors()),
        entries(),
        schemes(conf),
        codecs(conf));
  }

  private static long physicalMemory() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean machine
        ? machine.getTotalMemorySize()
        : 0;
  }

  /** The launcher says how it has found Hadoop; without it, {@code hadoop jar} runs the program. */
  private static String found() {
    String how = System.getenv("RECORDIO_HADOOP");
    if (how != null && !how.isEmpty()) {
      return withoutSecrets(how);
    }
    String home = System.getProperty("hadoop.home.dir", System.getenv("HADOOP_HOME"));
    return home == null ? "on the class path" : "installed in " + home;
  }

  private static List<String> siteFiles() {
    ClassLoader loader = Configuration.class.getClassLoader();
    return Stream.of("core", "hdfs", "yarn", "mapred", "recordio")
        .map(name -> loader.getResource(name + "-site.xml"))
        .filter(Objects::nonNull)
        .map(
            url ->
                withoutSecrets(url.getProtocol().equals("file") ? url.getPath() : url.toString()))
        .toList();
  }

  private static List<String> entries() {
    var entries = new LinkedHashSet<String>();
    CodeSource own = Environment.class.getProtectionDomain().getCodeSource();
    URL jar = own == null ? null : own.getLocation();
    String classPath = withoutSecrets(System.getProperty("java.class.path", ""));
    entries.addAll(List.of(classPath.split(Pattern.quote(File.pathSeparator))));
    entries.remove("");
    if (jar != null && !entries.contains(jar.getPath())) {
      entries.add(withoutSecrets(jar.getPath())); // hadoop jar loads it with a loader of its own
    }
    return List.copyOf(entries);
  }

  private static String withoutSecrets(String text) {
    return QUERY.matcher(USER.matcher(text).replaceAll("$1")).replaceAll("?...");
  }

  /** Returns the schemes of Hadoop's service files, and those configured, whose class exists. */
  private static Set<String> schemes(Configuration conf) {
    var schemes = new TreeSet<String>();
    for (FileSystem system : services()) {
      try {
        schemes.add(system.getScheme());
      } catch (UnsupportedOperationException e) {
        continue; // one that is configured by its scheme alone
      }
    }
    var configured = new ArrayList<String>();
    for (Map.Entry<String, String> entry : conf) {
      Matcher key = IMPLEMENTATION.matcher(entry.getKey());
      if (key.matches() && !key.group(1).startsWith("AbstractFileSystem")) {
        configured.add(key.group(1));
      }
    }
    for (String scheme : configured) {
      try {
        FileSystem.getFileSystemClass(scheme, conf);
        schemes.add(scheme);
      } catch (IOException | RuntimeException | LinkageError e) {
        schemes.remove(scheme); // its jar, or one that it needs, is missing
      }
    }
    return schemes;
  }

  private static List<FileSystem> services() {
    var services = new ArrayList<FileSystem>();
    var each = ServiceLoader.load(FileSystem.class).iterator();
    while (true) {
      try {
        if (!each.hasNext()) {
          return services;
        }
        services.add(each.next());
      } catch (ServiceConfigurationError | LinkageError e) {
        continue; // a jar that it needs is missing
      }
    }
  }

  /** Returns the compression codecs that Hadoop finds, and whether their code is native. */
  private static List<Codec> codecs(Configuration conf) {
    var codecs = new ArrayList<Codec>();
    for (Class<? extends CompressionCodec> codec : CompressionCodecFactory.getCodecClasses(conf)) {
      String name = codec.getSimpleName();
      String plain = name.replaceFirst("Codec$", "");
      codecs.add(new Codec(plain, isNative(codec, conf)));
    }
    return codecs;
  }

  private static boolean isNative(Class<?> codec, Configuration conf) {
    try {
      if (codec == BZip2Codec.class) {
        return Bzip2Factory.isNativeBzip2Loaded(conf);
      }
      if (codec == ZStandardCodec.class) {
        return ZStandardCodec.isNativeCodeLoaded();
      }
      return switch (codec.getSimpleName()) {
        case "GzipCodec", "DefaultCodec", "DeflateCodec" -> ZlibFactory.isNativeZlibLoaded(conf);
        case "SnappyCodec" -> exists("org.xerial.snappy.Snappy");
        case "Lz4Codec" -> exists("net.jpountz.lz4.LZ4JNICompressor");
        default -> false;
      };
    } catch (LinkageError | RuntimeException e) {
      return false; // no native code, or an old one
    }
  }

  /** These two bring their native code in a jar of their own, which must be on the class path. */
  private static boolean exists(String name) {
    try {
      Class.forName(name, false, Environment.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
