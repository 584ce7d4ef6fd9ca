// SPDX-License-Identifier: Apache-2.0
package dev.recordio.kerberos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Fixtures;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.Credentials;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Processes of users with a ticket, with a file of tokens, and with neither. */
@ExtendWith(SecuredExtension.class)
class TicketTest {
  private static String records;
  @TempDir Path local;

  @BeforeAll
  static void put(SecuredHadoop hadoop, @TempDir Path folder) throws Exception {
    records = hadoop.put(hadoop.far(), "ticket", Fixtures.copy("mixed.rec", folder));
  }

  @Test
  void aTicketIsEnough(SecuredHadoop hadoop) throws Exception {
    String ticket = hadoop.kdc().ticket().getPath();
    String output = hadoop.near().uri() + "/data/ticket/packed";
    var packed =
        run(hadoop, Map.of("KRB5CCNAME", ticket), "pack", "--from", "files", records, output);
    assertEquals(0, packed.code(), packed.err());
    assertEquals(0, run(hadoop, Map.of("KRB5CCNAME", ticket), "info", output).code());
  }

  @Test
  void aFileOfTokensIsEnough(SecuredHadoop hadoop) throws Exception {
    File file = local.resolve("tokens").toFile();
    Credentials tokens = hadoop.tokens(hadoop.near(), hadoop.far());
    tokens.writeTokenStorageFile(new org.apache.hadoop.fs.Path(file.toURI()), hadoop.conf());
    Map<String, String> bearer =
        Map.of(
            "KRB5CCNAME", local.resolve("none").toString(),
            "HADOOP_TOKEN_FILE_LOCATION", file.getPath());
    var packed =
        run(
            hadoop,
            bearer,
            "pack",
            "--from",
            "files",
            records,
            hadoop.near().uri() + "/data/ticket/by-tokens");
    assertEquals(0, packed.code(), packed.err());
  }

  @Test
  void withoutATicketOneLineSaysSo(SecuredHadoop hadoop) throws Exception {
    for (String[] command :
        new String[][] {
          {"info", records},
          {"cat", records},
          {"pack", records, hadoop.near().uri() + "/data/ticket/none"},
          {"pack", "--quiet", local.toString(), hadoop.near().uri() + "/data/ticket/none"},
          {"shuffle", "--shards", "1", records, hadoop.near().uri() + "/data/ticket/none"}
        }) {
      var refused = withoutTicket(hadoop, command);
      assertEquals(3, refused.code(), String.join(" ", command) + ": " + refused.err());
      assertEquals("", refused.out());
      assertEquals(1, refused.err().lines().count(), refused.err());
      assertTrue(refused.err().contains("no Kerberos ticket"), refused.err());
      assertTrue(refused.err().contains("kinit"), refused.err());
      assertTrue(refused.err().contains("localhost:"), refused.err());
    }
  }

  @Test
  void reducersWithoutTheNativeLibraryAreRefusedBeforeTheyFail(SecuredHadoop hadoop)
      throws Exception {
    String ticket = hadoop.kdc().ticket().getPath();
    var refused =
        run(
            hadoop,
            Map.of("KRB5CCNAME", ticket),
            "shuffle",
            "--quiet",
            "--shards",
            "1",
            records,
            hadoop.near().uri() + "/data/ticket/shuffled");
    assertEquals(1, refused.code(), refused.err());
    assertEquals(1, refused.err().lines().count(), refused.err());
    assertTrue(refused.err().contains("libhadoop"), refused.err());
  }

  private RecordioProcess withoutTicket(SecuredHadoop hadoop, String... command)
      throws IOException, InterruptedException {
    return run(hadoop, Map.of("KRB5CCNAME", local.resolve("none").toString()), command);
  }

  /** Nothing but the site's settings: no principal of a ResourceManager, no choice of a runner. */
  private RecordioProcess run(
      SecuredHadoop hadoop, Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    var site = new Configuration(false);
    SecuredHdfs.settings(hadoop.kdc()).forEach(site::set);
    site.set("hadoop.tmp.dir", local.resolve("hadoop").toString());
    return RecordioProcess.run(
        hadoop.kdc(), local.resolve("run" + System.nanoTime()), site, environment, command);
  }
}
