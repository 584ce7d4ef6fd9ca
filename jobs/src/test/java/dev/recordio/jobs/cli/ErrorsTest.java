// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.jobs.ConfKeys;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.apache.hadoop.mapreduce.lib.input.InvalidInputException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.DiskChecker.DiskErrorException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.Parameters;

class ErrorsTest {
  private static final class Body extends Command {
    private final Callable<?> body;

    @Parameters(arity = "0..*")
    private String[] ignored;

    Body(Callable<?> body) {
      this.body = body;
    }

    @Override
    protected ExitCode run() throws Exception {
      return body.call() instanceof ExitCode code ? code : ExitCode.OK;
    }
  }

  private static CommandTable table(Callable<?> body) {
    return new CommandTable(() -> ConfKeys.ALL).add("do", "do it", () -> new Body(body));
  }

  private static Recordio run(Callable<?> body, String... more) {
    String[] args = new String[more.length + 1];
    args[0] = "do";
    System.arraycopy(more, 0, args, 1, more.length);
    return Recordio.of(table(body), args);
  }

  static Stream<org.junit.jupiter.params.provider.Arguments> failures() {
    MalformedRecordException malformed =
        new MalformedRecordException("no record", "file:/a.rec", 8, -1, "the magic", "0x0");
    String text = "no record: file:/a.rec at offset 8: expected the magic, found 0x0";
    return Stream.of(
        arguments(malformed, 3, text),
        arguments(new ExecutionException(new IOException("outer", malformed)), 3, text),
        arguments(
            new FileNotFoundException("File file:/x does not exist"),
            3,
            "no such file or folder: file:/x"),
        arguments(new NoSuchFileException("/x"), 3, "no such file: /x"),
        arguments(
            new FileNotFoundException("no such file or folder: file:/no\nsuch.rec"),
            3,
            "no such file or folder: file:/no\\nsuch.rec"),
        arguments(
            new IOException(
                "Illegal file pattern: error parsing regexp: Unclosed group at pos 3: `a{b`"),
            3,
            "no such file or folder, and no valid glob: a{b: unclosed group"),
        arguments(new NoSuchFileException("/\u001B[2J\u009Bx"), 3, "no such file: /\\x1B[2J\\x9Bx"),
        arguments(
            new InvalidInputException(
                java.util.List.of(new IOException("Input path does not exist: file:/x"))),
            3,
            "Input path does not exist: file:/x"),
        arguments(new AccessControlException("Permission denied: /x"), 3, "Permission denied: /x"),
        arguments(
            new IllegalArgumentException(new UnknownHostException("nohost")),
            3,
            "unknown host: nohost"),
        arguments(
            new RemoteException(FileNotFoundException.class.getName(), "gone: /x\n\tat a.B.c(D:1)"),
            3,
            "gone: /x"),
        arguments(
            new FileAlreadyExistsException("Output directory file:/o already exists"),
            2,
            "Output directory file:/o already exists"),
        arguments(
            new org.apache.hadoop.fs.FileAlreadyExistsException("/o already exists"),
            2,
            "/o already exists"),
        arguments(new UsageException("--shards is 0"), 2, "--shards is 0"),
        arguments(new JobFailedException("it broke"), 1, "it broke"),
        arguments(new JobFailedException("bad data", ExitCode.BAD_INPUT), 3, "bad data"),
        arguments(new IOException("disk full"), 1, "disk full"),
        arguments(
            new IOException("Spill failed", new DiskErrorException("no room in /disk1")),
            1,
            "no room in /disk1"),
        arguments(
            new IllegalArgumentException(new URISyntaxException("co:lon", "Relative path")),
            3,
            "'co:lon' is no path; a name with a colon is written ./co:lon"),
        arguments(new IllegalStateException("odd"), 1, "IllegalStateException: odd"),
        arguments(new NullPointerException(), 1, "NullPointerException; --debug shows where"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aFailureIsOneLineAndAnExitCode(Throwable thrown, int code, String message) {
    Recordio run =
        run(
            () -> {
              if (thrown instanceof Error e) {
                throw e;
              }
              throw (Exception) thrown;
            });
    assertEquals(List.of(code, "", "recordio: " + message + "\n"), run.all());
  }

  @Test
  void theStackTraceIsShownWithDebugOnly() {
    Callable<?> body =
        () -> {
          throw new IOException("disk full");
        };
    assertFalse(run(body).err().contains("\tat "));
    assertTrue(run(body, "--debug").err().startsWith("recordio: disk full\n"));
    assertTrue(run(body, "--debug").err().contains("\tat dev.recordio"));
  }

  @Test
  void anUnknownSchemeIsNamedTogetherWithTheFile() {
    Recordio run =
        run(() -> new Path("nofs://h/a.rec").getFileSystem(new Configuration()), "nofs://h/a.rec");
    assertEquals(
        List.of(3, "", "recordio: no file system for nofs://: nofs://h/a.rec\n"), run.all());
  }

  @Test
  void aMissingFileSystemClassSaysWhatToDo() {
    Recordio run = run(() -> new Path("s3a://b/a.rec").getFileSystem(new Configuration()));
    assertEquals(3, run.code());
    assertTrue(run.err().contains("S3AFileSystem"), run.err());
    assertTrue(run.err().contains("HADOOP_CLASSPATH"), run.err());
  }

  @Test
  void aRealMissingFileIsNamed(@TempDir java.nio.file.Path dir) {
    Path missing = new Path(dir.resolve("no.rec").toUri());
    Recordio run = run(() -> missing.getFileSystem(LocalJobs.conf()).open(missing));
    assertEquals(3, run.code());
    assertTrue(run.err().contains("no.rec"), run.err());
    assertEquals(1, run.err().lines().count());
  }

  @Test
  void aCodeThatIsNoErrorIsPassedOn() {
    assertEquals(List.of(4, "", ""), run(() -> ExitCode.DAMAGE_FOUND).all());
    assertEquals(List.of(5, "", ""), run(() -> ExitCode.SKIPPED_RECORDS).all());
  }

  private static final class Writer extends Command {
    @Override
    protected ExitCode run() {
      byte[] bytes = new byte[1 << 20];
      while (true) {
        out().write(bytes, 0, bytes.length);
      }
    }
  }

  private static Recordio writeTo(String message) {
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException(message);
          }
        };
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        new CommandRunner(
                new CommandTable(() -> ConfKeys.ALL).add("write", "write on", Writer::new),
                InputStream.nullInputStream(),
                StandardOutput.over(broken),
                new PrintStream(err))
            .run(null, "write");
    return new Recordio(code, new byte[0], err.toString());
  }

  @Test
  void aReaderThatClosesThePipeEndsTheCommandQuietly() {
    assertEquals(List.of(0, "", ""), writeTo("Broken pipe").all());
  }

  @Test
  void outputThatCannotBeWrittenIsAnError() {
    Recordio run = writeTo("No space left on device");
    assertEquals(1, run.code());
    assertTrue(run.err().contains("No space left on device"), run.err());
  }
}
