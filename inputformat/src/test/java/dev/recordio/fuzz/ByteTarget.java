// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.io.Stepwise;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.hadoop.io.Writable;

/**
 * A parser of bytes that may be anything, and how it may refuse them: by a {@link
 * MalformedRecordException}, or an exception that is named here. Anything else that is thrown is a
 * finding, and so is an {@link AssertionError} of a target that compares the parser with a second
 * one.
 */
public final class ByteTarget {
  /** What is fuzzed. */
  @FunctionalInterface
  public interface Parser {
    /** Parses bytes, and looks at all that comes of them. */
    void parse(byte[] bytes) throws Exception;
  }

  /** Parses a file. */
  @FunctionalInterface
  public interface FileParser {
    /** Parses the file, and looks at all that comes of it. */
    void parse(org.apache.hadoop.fs.Path file) throws Exception;
  }

  private final String name;
  private final long wanted;
  private final Parser parser;
  private final List<Class<? extends Exception>> refusals = new ArrayList<>();
  private String corpus;
  private UnaryOperator<byte[]> mend = UnaryOperator.identity();

  private ByteTarget(String name, long wanted, Parser parser) {
    this.name = name;
    this.wanted = wanted;
    this.parser = parser;
    corpus = name;
    refusals.add(MalformedRecordException.class);
  }

  /**
   * Returns a target.
   *
   * @param name its name, which is that of its corpus, too
   * @param wanted how many inputs it gets under a scale of 1
   */
  public static ByteTarget of(String name, long wanted, Parser parser) {
    return new ByteTarget(name, wanted, parser);
  }

  /**
   * Returns a target that reads files.
   *
   * @param file where each input is written, for the parser to read
   */
  public static ByteTarget ofFile(String name, long wanted, Path file, FileParser parser) {
    var path = new org.apache.hadoop.fs.Path(file.toUri());
    return new ByteTarget(
        name,
        wanted,
        bytes -> {
          Files.write(file, bytes);
          parser.parse(path);
        });
  }

  /**
   * Returns a target for a Writable: what is read, and written twice, as Hadoop changes some paths,
   * is read and written as the same. Its exceptions are IOExceptions of any text, as Hadoop's of
   * numbers and texts are.
   */
  public static ByteTarget ofWritable(String name, long wanted, Supplier<Writable> writable) {
    return of(
            name,
            wanted,
            bytes -> {
              byte[] written = copy(copy(bytes, writable.get()), writable.get());
              assertArrayEquals(written, copy(written, writable.get()));
            })
        .refuses(EOFException.class)
        .refuses(UTFDataFormatException.class)
        .refuses(IOException.class);
  }

  private static byte[] copy(byte[] bytes, Writable through) throws IOException {
    through.readFields(new DataInputStream(new ByteArrayInputStream(bytes)));
    return Stepwise.written(through);
  }

  /** Takes inputs from the corpus of another target. */
  public ByteTarget corpus(String other) {
    corpus = other;
    return this;
  }

  /** Names an exception by which bytes are refused. */
  public ByteTarget refuses(Class<? extends Exception> refusal) {
    refusals.add(refusal);
    return this;
  }

  /**
   * Makes checksums fit most of the inputs, so that they reach what comes after the check.
   *
   * @param mend takes an input, which it may change, and returns one
   */
  public ByteTarget mend(UnaryOperator<byte[]> mend) {
    this.mend = mend;
    return this;
  }

  String name() {
    return name;
  }

  long wanted() {
    return wanted;
  }

  /** Returns sound inputs, and those that were findings once. */
  Corpus corpus() throws IOException {
    return Corpus.of(corpus);
  }

  byte[] mend(byte[] bytes) {
    return mend.apply(bytes);
  }

  /**
   * Parses bytes.
   *
   * @return null, or the exception by which they were refused
   * @throws Throwable a finding
   */
  Exception parse(byte[] bytes) throws Throwable {
    try {
      parser.parse(bytes);
      return null;
    } catch (Exception e) {
      if (refusals.stream().anyMatch(refusal -> refusal == e.getClass())) {
        return e;
      }
      throw e;
    }
  }
}
