// SPDX-License-Identifier: Apache-2.0
package dev.recordio.flink;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/** The addresses that the servers of this process listen on, as Linux lists them. */
final class Listening {
  private static final String LISTEN = "0A";

  private Listening() {}

  /** Returns them, one for each server. */
  static List<String> addresses() throws IOException {
    Set<String> own = sockets();
    var addresses = new ArrayList<String>();
    for (String table : List.of("tcp", "tcp6")) {
      List<String> lines = Files.readAllLines(Path.of("/proc/self/net", table));
      for (String line : lines.subList(1, lines.size())) {
        String[] cells = line.strip().split("\\s+");
        if (cells[3].equals(LISTEN) && own.contains("socket:[" + cells[9] + "]")) {
          addresses.add(address(cells[1].substring(0, cells[1].indexOf(':'))));
        }
      }
    }
    return addresses;
  }

  private static Set<String> sockets() throws IOException {
    var sockets = new HashSet<String>();
    try (var open = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path descriptor : open) {
        try {
          sockets.add(Files.readSymbolicLink(descriptor).toString());
        } catch (NoSuchFileException closed) {
          continue; // meanwhile
        }
      }
    }
    return sockets;
  }

  /** Linux prints words of this machine's byte order. */
  private static String address(String hex) throws IOException {
    var bytes = ByteBuffer.wrap(HexFormat.of().parseHex(hex)).order(ByteOrder.nativeOrder());
    var address = ByteBuffer.allocate(bytes.capacity());
    while (bytes.hasRemaining()) {
      address.putInt(bytes.getInt());
    }
    return InetAddress.getByAddress(address.array()).getHostAddress();
  }
}
