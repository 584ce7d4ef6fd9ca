// SPDX-License-Identifier: Apache-2.0
package dev.recordio.kerberos;

import java.io.File;
import java.io.IOException;
import java.util.Properties;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.kerby.kerberos.kerb.KrbException;
import org.apache.kerby.kerberos.kerb.client.KrbClient;

/**
 * A Kerberos realm on the loopback address: one principal for all daemons, since the daemons of a
 * JVM share its login, and one user.
 */
final class Kdc implements AutoCloseable {
  /** The user of the tests; the folders of {@link SecuredHdfs} are hers. */
  static final String USER = "alice";

  private static final String DAEMONS = "hdfs/localhost";
  private static final String WEB = "HTTP/localhost";

  private final MiniKdc kdc;
  private final File dir;
  private final File keytab;

  private Kdc(MiniKdc kdc, File dir) {
    this.kdc = kdc;
    this.dir = dir;
    this.keytab = new File(dir, "all.keytab");
  }

  /** Starts it with its files in an existing folder; Java's Kerberos of this JVM is set to it. */
  static Kdc start(File dir) throws Exception {
    Properties settings = MiniKdc.createConf();
    settings.setProperty(MiniKdc.KDC_BIND_ADDRESS, "127.0.0.1");
    var mini = new MiniKdc(settings, dir);
    mini.start();
    var kdc = new Kdc(mini, dir);
    mini.createPrincipal(kdc.keytab, DAEMONS, WEB, USER);
    return kdc;
  }

  /** Returns the principal of the daemons, with the realm. */
  String daemons() {
    return DAEMONS + "@" + kdc.getRealm();
  }

  /** Returns the principal of web pages, with the realm. */
  String web() {
    return WEB + "@" + kdc.getRealm();
  }

  /** Returns the file with the keys of all principals. */
  File keytab() {
    return keytab;
  }

  /** Returns the file that tells a JVM where the realm is. */
  File settings() {
    return kdc.getKrb5conf();
  }

  /** Logs the user in, without changing the login of this JVM. */
  UserGroupInformation login() throws IOException {
    return UserGroupInformation.loginUserFromKeytabAndReturnUGI(
        USER + "@" + kdc.getRealm(), keytab.getPath());
  }

  /** Returns a file with a ticket of the user's, as kinit would make it. */
  File ticket() throws KrbException {
    var client = new KrbClient(settings().getParentFile());
    client.init();
    var file = new File(dir, USER + ".ticket");
    client.storeTicket(client.requestTgt(USER + "@" + kdc.getRealm(), keytab), file);
    return file;
  }

  @Override
  public void close() {
    kdc.stop();
  }
}
