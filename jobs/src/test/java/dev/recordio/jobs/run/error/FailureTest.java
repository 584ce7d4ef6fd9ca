// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.error;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import org.junit.jupiter.api.Test;

/** What users are told of exceptions that are not ours. */
class FailureTest {
  private static void assertSaid(ExitCode code, String message, Throwable thrown, String... args) {
    Failure failure = Failure.of(thrown).naming(args);
    assertEquals(message, failure.message());
    assertEquals(code, failure.code());
  }

  @Test
  void aServiceThatDoesNotAnswerIsNamedWithThePath() {
    assertSaid(
        ExitCode.JOB_FAILED,
        "nothing answers at localhost:1 (Connection refused): hdfs://localhost:1/x; is the address"
            + " right, and the service up?",
        new ConnectException(
            "Call From vm/127.0.0.1 to localhost:1 failed on connection exception:"
                + " java.net.ConnectException: Connection refused; For more details see: "
                + " http://wiki.apache.org/hadoop/ConnectionRefused"),
        "info",
        "hdfs://localhost:1/x");
    assertSaid(
        ExitCode.JOB_FAILED,
        "nothing answers (Connection refused): ftp://there/x; is the address right, and the service"
            + " up?",
        new IOException("Connection refused", new ConnectException("Connection refused")),
        "info",
        "ftp://there/x");
  }

  @Test
  void noWikiAndNoExceptionIsInAMessage() {
    assertSaid(
        ExitCode.JOB_FAILED,
        "End of File between local host is: a/1.2.3.4; destination host is: b:80",
        new IOException(
            "java.io.EOFException: End of File between local host is: a/1.2.3.4; destination host is:"
                + " b:80; For more details see:  http://wiki.apache.org/hadoop/EOFException"));
  }

  @Test
  void aMissingFileIsSaidInOneWay() {
    assertSaid(
        ExitCode.BAD_INPUT,
        "no such file or folder: some list.lst",
        new FileNotFoundException("File some list.lst does not exist"));
    assertSaid(
        ExitCode.BAD_INPUT,
        "permission denied: /a",
        new FileNotFoundException("/a (Permission denied)"));
  }

  @Test
  void aMissingClassIsSaidWithWhereItsJarGoes() {
    assertSaid(
        ExitCode.JOB_FAILED,
        "org.xerial.snappy.Snappy is missing: put its jar on HADOOP_CLASSPATH, for tasks on a"
            + " cluster also into -libjars",
        new NoClassDefFoundError("org/xerial/snappy/Snappy"));
  }

  @Test
  void theSchemeOfS3IsNamed() {
    assertSaid(
        ExitCode.BAD_INPUT,
        "no file system for s3:// (Hadoop's name of it is s3a://): s3://b/x",
        new org.apache.hadoop.fs.UnsupportedFileSystemException("No FileSystem for scheme \"s3\""),
        "info",
        "s3://b/x");
    assertSaid(
        ExitCode.BAD_INPUT,
        "no file system for zz://: zz://b/x",
        new org.apache.hadoop.fs.UnsupportedFileSystemException("No FileSystem for scheme \"zz\""),
        "info",
        "zz://b/x");
    assertSaid(
        ExitCode.BAD_INPUT,
        "Class org.apache.hadoop.fs.s3a.S3AFileSystem not found; put its jar on HADOOP_CLASSPATH or"
            + " name it with -libjars: s3a://b/x",
        new RuntimeException(
            "java.lang.ClassNotFoundException: Class org.apache.hadoop.fs.s3a.S3AFileSystem not"
                + " found",
            new ClassNotFoundException("Class org.apache.hadoop.fs.s3a.S3AFileSystem not found")),
        "info",
        "s3a://b/x");
  }
}
