// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import static dev.recordio.testing.ObjectStore.uri;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.ObjectStore;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hive.ql.session.SessionState;
import org.apache.hadoop.security.alias.CredentialProvider;
import org.apache.hadoop.security.alias.CredentialProviderFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tables in an object store, through S3A, which only the profile {@code cluster} brings. */
@ParameterizedClass
@EnumSource(names = {"MAP_REDUCE", "TEZ_TASKS"})
@Supports(
    row = "S3A: read, write, commit without a rename",
    engine = {"Hive 4.0", "Hive on Tez"})
class HiveS3aTest {
  private static final List<String> NAMES = List.of("indexed", "magic", "multi/part-0");

  @TempDir static Path temp;
  private static ObjectStore store;
  private static HiveUnderTest hive;

  @Parameter Engine engine;

  @BeforeAll
  static void start() throws Exception {
    String s3a = "/org/apache/hadoop/fs/s3a/S3AFileSystem.class";
    assumeTrue(HiveS3aTest.class.getResource(s3a) != null, "no hadoop-aws: mvn -Pcluster,hive");
    store = new ObjectStore(temp.resolve("store.log"));
  }

  @AfterAll
  static void stop() throws Exception {
    if (store != null) {
      store.close();
    }
  }

  /** Hive hides the keys from jobs, so they are in a file of credentials. */
  @BeforeParameterizedClassInvocation
  static void session(Engine engine) throws Exception {
    hive = HiveUnderTest.shared(engine);
    store.settings().forEach(hive::set);
    hive.set(
        CredentialProviderFactory.CREDENTIAL_PROVIDER_PATH,
        "localjceks://file" + temp.resolve(engine + ".jceks").toAbsolutePath());
    Configuration conf = SessionState.get().getConf();
    CredentialProvider keys = CredentialProviderFactory.getProviders(conf).get(0);
    for (String name : List.of("fs.s3a.access.key", "fs.s3a.secret.key")) {
      keys.createCredentialEntry(name, conf.get(name).toCharArray());
      conf.unset(name);
    }
    keys.flush();
  }

  private static FileSystem fs() throws IOException {
    return new org.apache.hadoop.fs.Path(uri("")).getFileSystem(SessionState.get().getConf());
  }

  private String folder(String table) {
    return engine + "/" + table;
  }

  /** Makes a table over a folder of the object store, and puts a file there. */
  private void table(String name, String columns, String rest) throws Exception {
    hive.run(
        "CREATE EXTERNAL TABLE %s (%s) %s LOCATION '%s'"
            .formatted(name, columns, rest, uri(folder(name))));
  }

  private void put(String table, String file, byte[] bytes) throws IOException {
    try (var out = fs().create(new org.apache.hadoop.fs.Path(uri(folder(table)), file))) {
      out.write(bytes);
    }
  }

  /** Returns all objects of a table's folder, those that are hidden too. */
  private Collection<String> objects(String table) throws IOException {
    var names = new TreeSet<String>();
    var root = new org.apache.hadoop.fs.Path(uri(folder(table)));
    for (var files = fs().listFiles(root, true); files.hasNext(); ) {
      names.add(files.next().getPath().toString().substring(root.toString().length() + 1));
    }
    return names;
  }

  private static long copies() throws IOException {
    return ObjectStore.count(fs(), "object_copy_requests");
  }

  private List<ReadRecord> source(String table) throws Exception {
    table(table, "key BIGINT, data BINARY", "STORED AS RECORDIO");
    var source = new ArrayList<ReadRecord>();
    for (String name : NAMES) {
      put(table, name.replace('/', '-') + ".rec", ExpectedRecords.bytes(name + ".rec"));
      source.addAll(ExpectedRecords.of(name));
    }
    return source;
  }

  @Test
  void recordsAreReadAndInserted() throws Exception {
    List<ReadRecord> source = source("s3_source");
    long bytes = source.stream().mapToLong(ReadRecord::length).sum();
    String sums = "SELECT count(*), sum(length(data)), count(DISTINCT md5(data)) FROM ";
    List<String> expected = hive.run(sums + "s3_source");
    assertTrue(expected.get(0).startsWith(source.size() + "\t" + bytes + "\t"), expected + "");
    table("s3_target", "data BINARY", "STORED AS RECORDIO");
    for (String insert : List.of("OVERWRITE TABLE", "INTO", "OVERWRITE TABLE")) {
      hive.run("INSERT " + insert + " s3_target SELECT data FROM s3_source");
      int times = insert.equals("INTO") ? 2 : 1;
      assertEquals(
          List.of(times * source.size() + "\t" + times * bytes),
          hive.run("SELECT count(*), sum(length(data)) FROM s3_target"));
      Collection<String> objects = objects("s3_target");
      long data = objects.stream().filter(name -> name.matches("0\\d+_0(_copy_1)?")).count();
      assertTrue(data > 0, objects + "");
      // Nothing else is left, of staging folders neither.
      assertEquals(3 * data, objects.size(), objects + "");
      assertEquals(data, objects.stream().filter(name -> name.endsWith(".ridx")).count());
    }
    assertEquals(expected, hive.run(sums + "s3_target"));
  }

  /** What Hive does for its own formats as well: files are staged, and each step is a rename. */
  @Test
  void anInsertCopiesEachFileAsForHivesOwnFormats() throws Exception {
    source("s3_copied");
    var copies = new ArrayList<Long>();
    for (String format : List.of("SEQUENCEFILE", "RECORDIO")) {
      String target = "s3_" + format;
      table(target, "data BINARY", "STORED AS " + format);
      try (var hooks = hive.setting("hive.exec.post.hooks", TezCountersHook.class.getName());
          var merging = hive.setting("hive.merge.mapfiles", "false")) {
        long before = copies();
        hive.run("INSERT OVERWRITE TABLE " + target + " SELECT data FROM s3_copied");
        copies.add(copies() - before);
        long files = objects(target).size();
        assertTrue(copies.get(0) >= 2 * files, copies + " copies of " + files);
      }
    }
    assertEquals(copies.get(0), copies.get(1));
  }

  @Test
  void partitionsAreInserted() throws Exception {
    List<ReadRecord> source = source("s3_unparted");
    hive.run(
        "CREATE EXTERNAL TABLE s3_parts (data BINARY) PARTITIONED BY (p STRING)"
            + (" STORED AS RECORDIO LOCATION '" + uri(folder("s3_parts")) + "'"));
    hive.run("INSERT INTO s3_parts PARTITION (p='even') SELECT data FROM s3_unparted");
    try (var dynamic = hive.setting("hive.exec.dynamic.partition.mode", "nonstrict")) {
      hive.run(
          "INSERT OVERWRITE TABLE s3_parts PARTITION (p)"
              + " SELECT data, if(length(data) % 2 = 0, 'even', 'odd') FROM s3_unparted");
    }
    long even = source.stream().filter(record -> record.length() % 2 == 0).count();
    assertEquals(
        List.of("even\t" + even, "odd\t" + (source.size() - even)),
        hive.run("SELECT p, count(*) FROM s3_parts GROUP BY p ORDER BY p"));
    assertTrue(
        objects("s3_parts").stream().allMatch(name -> name.matches("p=(even|odd)/0\\d+_0.*")));
  }

  @Test
  void rowsAreReadAndInserted() throws Exception {
    byte[] lines = "1:0.5 qid:7 0:1 12:-2.5\n0:2 qid:7\n3:1 qid:8 4294967296:0.25\n".getBytes();
    String columns = "label DOUBLE, weight FLOAT, qid BIGINT, features MAP<BIGINT,FLOAT>";
    table("s3_rows", columns, "STORED AS LIBSVM");
    put("s3_rows", "rows.txt", lines);
    assertEquals(
        List.of("7\t1.0\t0.5\t-2.5", "7\t0.0\t2.0\tNULL", "8\t3.0\t1.0\tNULL"),
        hive.run("SELECT qid, label, weight, features[12L] FROM s3_rows ORDER BY qid, label DESC"));
    table("s3_rows_copy", columns, "STORED AS LIBSVM");
    hive.run("INSERT OVERWRITE TABLE s3_rows_copy SELECT * FROM s3_rows");
    assertEquals(1, objects("s3_rows_copy").size());
    String only = folder("s3_rows_copy") + "/" + objects("s3_rows_copy").iterator().next();
    try (InputStream in = fs().open(new org.apache.hadoop.fs.Path(uri(only)))) {
      assertArrayEquals(lines, in.readAllBytes());
    }
  }

  @Test
  void damageIsSkipped() throws Exception {
    table("s3_damaged", "data BINARY", "STORED AS RECORDIO");
    put("s3_damaged", "a.rec", Fixtures.bytes("damaged/leading-garbage.rec"));
    try (var policy = hive.setting("recordio.input.corrupt-record.policy", "skip")) {
      assertEquals(List.of("5"), hive.run("SELECT count(*) FROM s3_damaged"));
    }
  }
}
