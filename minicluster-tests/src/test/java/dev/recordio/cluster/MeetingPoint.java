// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;

/**
 * Where two task attempts in separate containers wait for each other: each connects, and both
 * continue when both have connected. No attempt waits longer than {@value #LIMIT_MILLIS} ms.
 */
public final class MeetingPoint implements Closeable {
  private static final String PORT = "test.meeting-point.port";
  private static final int ATTEMPTS = 2;
  private static final int LIMIT_MILLIS = 240_000;

  private final ServerSocket server;
  private final CompletableFuture<List<String>> met;

  /** Opens a meeting point for the tasks of a job with this configuration. */
  public MeetingPoint(Configuration conf) throws IOException {
    server = new ServerSocket(0, ATTEMPTS, InetAddress.getLoopbackAddress());
    server.setSoTimeout(LIMIT_MILLIS);
    conf.setInt(PORT, server.getLocalPort());
    met = CompletableFuture.supplyAsync(this::meet);
  }

  /** Called in a task: returns when the other attempt has arrived too. */
  public static void arrive(Configuration conf, String name) throws IOException {
    int port = conf.getInt(PORT, 0);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(LIMIT_MILLIS);
      new DataOutputStream(socket.getOutputStream()).writeUTF(name);
      new DataInputStream(socket.getInputStream()).readByte();
    }
  }

  private List<String> meet() {
    var sockets = new ArrayList<Socket>();
    var names = new ArrayList<String>();
    try {
      while (sockets.size() < ATTEMPTS) {
        sockets.add(server.accept());
        names.add(new DataInputStream(sockets.get(sockets.size() - 1).getInputStream()).readUTF());
      }
      for (Socket socket : sockets) {
        socket.getOutputStream().write(1);
      }
      return names;
    } catch (IOException e) {
      throw new IllegalStateException("came alone: " + names, e);
    } finally {
      for (Socket socket : sockets) {
        try {
          socket.close();
        } catch (IOException e) {
          throw new IllegalStateException(e);
        }
      }
    }
  }

  /** Returns the names of those who met. */
  public List<String> whoMet() {
    return met.join();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
