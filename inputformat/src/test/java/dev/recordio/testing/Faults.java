// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import static dev.recordio.testing.Faults.Call.OPEN;
import static dev.recordio.testing.Faults.Call.READ;
import static dev.recordio.testing.Faults.Call.WRITE;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.security.AccessControlException;

/**
 * What happens to the calls of file systems, as a test wants it: {@code faults.on("**.rec",
 * OPEN).at(3).fails("gone")}. A {@link FaultyFileSystem} looks here before and after each call. All
 * of them that have the same configuration share this, and what it counts.
 */
public final class Faults {
  /** The scheme of {@link #over} and {@link #install}. */
  public static final String SCHEME = "faulty";

  private static final String KEY = "test.faults";
  private static final String TYPE = "fs." + SCHEME + ".impl";

  /** The setting, {@code key=value}, by which another process knows the scheme. */
  public static final String SETTING = TYPE + "=" + FaultyFileSystem.class.getName();

  private static final Map<String, Faults> SCRIPTS = new ConcurrentHashMap<>();

  /** The settings, {@code key=value}, by which the files of HDFS are faulty in another process. */
  public static final List<String> ON_HDFS =
      List.of(
          "fs.hdfs.impl=" + FaultyFileSystem.class.getName(),
          FaultyFileSystem.TARGET + "=org.apache.hadoop.hdfs.DistributedFileSystem");

  private static final AtomicInteger MADE = new AtomicInteger();

  private final List<Rule> rules = new CopyOnWriteArrayList<>();
  private final String name = "script-" + MADE.incrementAndGet();
  private int opened;
  private int open;
  private long reads;
  private long bytesRead;

  /** What is done with a file system or one of its files. */
  public enum Call {
    OPEN,
    READ,
    SEEK,
    /** Of a file that is read. */
    CLOSE,
    CREATE,
    WRITE,
    FLUSH,
    /** Closes a file that is written. */
    FINISH,
    RENAME,
    DELETE,
    LIST,
    STATUS,
    MKDIRS
  }

  /** How a read or a write goes wrong, for tests that try each way. */
  public enum Kind {
    /** It throws; the next one works. */
    THROWS_ONCE,
    /** It throws, and so does every later one. */
    THROWS_FROM_THEN_ON,
    /** The file ends here, or the disk is full, and so is every later one. */
    ENDS_EARLY
  }

  /** What a file system throws for a file that may not be read. */
  public enum Denial implements Function<Path, IOException> {
    /** Java's exception for all files that can't be opened. */
    LOCAL,
    /** Of HDFS. */
    HDFS;

    @Override
    public IOException apply(Path file) {
      String name = file.toUri().getPath();
      return this == LOCAL
          ? new FileNotFoundException(name + " (Permission denied)")
          : new AccessControlException(
              "Permission denied: user=me, access=READ, inode=\"" + name + "\"");
    }
  }

  /**
   * A call that is made.
   *
   * @param bytes how many it is to read or write
   * @param below the file system that makes it
   * @param stream the one of that; null where there is none
   * @param position how much of the file has been read or written by it
   */
  public record Event(
      Call call, Path file, long bytes, FileSystem below, Closeable stream, long position) {}

  /** What else a test does when a call is made, in its thread. */
  @FunctionalInterface
  public interface Action {
    /** Does it; what it throws, the call throws. */
    void at(Event event) throws IOException, InterruptedException;
  }

  /** Says how many bytes of those that are asked a call gets; it may throw instead. */
  private interface Effect {
    long on(Event event, long bytes) throws IOException, InterruptedException;
  }

  /** Rules for another process, made by the name of their class. */
  public interface Script {
    /** Adds them, by the words that follow the name. */
    void write(Faults faults, List<String> words) throws IOException;
  }

  /** Leaves a file in a folder once a call is done, and waits until it is interrupted. */
  static final class Stalling implements Script {
    @Override
    public void write(Faults faults, List<String> words) {
      var folder = java.nio.file.Path.of(words.get(2));
      faults
          .on(words.get(1), Call.valueOf(words.get(0)))
          .afterwards()
          .does(
              event -> {
                Files.createTempFile(folder, "stalled", null);
                new CountDownLatch(1).await();
              });
    }
  }

  /** A call that can be made, with the number of bytes that it may read or write. */
  interface Step<T> {
    T run(long bytes) throws IOException;
  }

  /** A call without one. */
  interface Run {
    void run() throws IOException;
  }

  /** What happens to some calls; without {@link #at} and {@link #from} to each of them. */
  public final class Rule {
    private final Set<Call> calls;
    private final PathMatcher files; // null: all
    private Effect effect = (event, bytes) -> bytes;
    private boolean afterwards;
    private boolean once;
    private long first;
    private long count;
    private long injected;
    private Call hit;
    private CountDownLatch stalled = new CountDownLatch(1);
    private CountDownLatch closed = new CountDownLatch(1);

    private Rule(String glob, Call... calls) {
      this.calls = EnumSet.copyOf(Arrays.asList(calls));
      files = glob.equals("**") ? null : FileSystems.getDefault().getPathMatcher("glob:" + glob);
    }

    private boolean concerns(Call call, Path file) {
      return calls.contains(call)
          && (files == null || files.matches(java.nio.file.Path.of(file.toUri().getPath())));
    }

    private Rule number(long number, boolean alone) {
      synchronized (Faults.this) {
        effect = (event, bytes) -> bytes;
        afterwards = false;
        first = number;
        once = alone;
        count = 0;
        injected = 0;
        hit = null;
        stalled = new CountDownLatch(1);
        closed = new CountDownLatch(1);
      }
      return this;
    }

    /** It happens to the call of this number only, from 0; counts anew. */
    public Rule at(long number) {
      return number(number, true);
    }

    /** It happens to the call of this number, from 0, and all later ones; counts anew. */
    public Rule from(long number) {
      return number(number, false);
    }

    /** Nothing happens; counts anew. */
    public void never() {
      from(Long.MAX_VALUE);
    }

    /** The call takes place, and then its answer is lost. */
    public Rule afterwards() {
      afterwards = true;
      return this;
    }

    private Rule set(Effect what) {
      synchronized (Faults.this) {
        effect = what;
      }
      return this;
    }

    /** The call throws this. */
    public Rule fails(Function<Path, ? extends IOException> failure) {
      return set(
          (event, bytes) -> {
            throw failure.apply(event.file());
          });
    }

    /** The call throws an exception with this message. */
    public Rule fails(String message) {
      return fails(file -> new IOException(message));
    }

    /** The read or write of a number, counted anew from 0, goes wrong. */
    public void breaks(Kind kind, long number) {
      number(number, kind == Kind.THROWS_ONCE);
      if (kind == Kind.ENDS_EARLY) {
        gives(asked -> -1);
      } else {
        fails("injected fault");
      }
    }

    /** Reads get so many of the bytes that they ask for, none at the end; a status, that length. */
    public Rule gives(LongUnaryOperator bytes) {
      return set((event, asked) -> bytes.applyAsLong(asked));
    }

    /** The test does something first, or {@linkplain #afterwards afterwards}. */
    public Rule does(Action action) {
      return set(
          (event, bytes) -> {
            action.at(event);
            return bytes;
          });
    }

    /** The call waits until its thread is interrupted, and throws. */
    public Rule stalls() {
      return does(
          event -> {
            stalled.countDown();
            new CountDownLatch(1).await();
          });
    }

    /** The call waits until any stream is closed, whether it is interrupted or not, and throws. */
    public Rule stallsUntilClosed() {
      CountDownLatch end = closed;
      return does(
          event -> {
            stalled.countDown();
            awaitWhateverComes(end);
            throw new IOException("injected fault");
          });
    }

    /** Waits until a call stalls. */
    public void awaitStall() throws InterruptedException {
      if (!stalled.await(20, TimeUnit.SECONDS)) {
        throw new AssertionError("no call stalls");
      }
    }

    /** Returns how many of its calls have been made. */
    public long count() {
      synchronized (Faults.this) {
        return count;
      }
    }

    /** Returns to how many of them it has happened. */
    public long injected() {
      synchronized (Faults.this) {
        return injected;
      }
    }

    /** Returns the call to which it has happened first; null for none. */
    public Call hit() {
      synchronized (Faults.this) {
        return hit;
      }
    }
  }

  private static void awaitWhateverComes(CountDownLatch end) {
    boolean ended = false;
    while (!ended) {
      try {
        end.await();
        ended = true;
      } catch (InterruptedException e) {
        ended = false; // such a file system does not heed it
      }
    }
  }

  /** Returns an effect: a read gets 1 byte up to what it asks for. */
  public static LongUnaryOperator upTo(SplittableRandom random) {
    return asked -> {
      synchronized (random) {
        return asked < 2 ? asked : 1 + random.nextLong(asked);
      }
    };
  }

  /** Adds a rule for calls of files whose whole paths a glob matches; so far it only counts. */
  public Rule on(String glob, Call... calls) {
    var rule = new Rule(glob, calls);
    rules.add(rule);
    return rule;
  }

  /** Adds a rule for the calls of all files. */
  public Rule on(Call... calls) {
    return on("**", calls);
  }

  /** Adds a rule for all reads and writes. */
  public Rule onBytes() {
    return on(READ, WRITE);
  }

  /** Nothing happens any more. */
  public void clear() {
    rules.clear();
  }

  /**
   * Makes {@code conf} know local files under the scheme "faulty", as files of an unknown system.
   */
  public Configuration install(Configuration conf) {
    SCRIPTS.put(name, this);
    conf.set(KEY, name);
    conf.setClass(TYPE, FaultyFileSystem.class, FileSystem.class);
    conf.setBoolean(TYPE + ".disable.cache", true);
    return conf;
  }

  /** The same, and files can be created conditionally there, as in an object store. */
  public Configuration installUploads(Configuration conf) {
    conf.setBoolean(FaultyFileSystem.UPLOADS, true);
    return install(conf);
  }

  /**
   * Makes the local files of {@code conf} faulty; their files of checksums too, if it has those.
   */
  public Configuration replaceLocal(Configuration conf, boolean checked) {
    install(conf);
    conf.setClass(
        "fs.file.impl",
        checked ? FaultyFileSystem.Checked.class : FaultyFileSystem.class,
        FileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    return conf;
  }

  /** Returns {@code conf}, where local files that a glob matches may not be read. */
  public static Configuration denied(Configuration conf, Denial like, String glob) {
    var faults = new Faults();
    faults.on(glob, OPEN).fails(like);
    return faults.replaceLocal(conf, true);
  }

  /**
   * Returns the name under which a file or folder is faulty, and prepares {@code conf} for it:
   * local ones under the scheme "faulty", others under their own.
   */
  public Path over(Configuration conf, Path path) throws IOException {
    FileSystem target = path.getFileSystem(conf);
    install(conf);
    String scheme = target.getUri().getScheme();
    if (scheme.equals("file")) {
      conf.setBoolean(FaultyFileSystem.CHECKED, target instanceof LocalFileSystem);
      return new Path(SCHEME, "", path.toUri().getPath());
    }
    if (!(target instanceof FaultyFileSystem)) {
      conf.set(FaultyFileSystem.TARGET, target.getClass().getName());
      conf.setClass("fs." + scheme + ".impl", FaultyFileSystem.class, FileSystem.class);
      conf.setBoolean("fs." + scheme + ".impl.disable.cache", true);
    }
    return path;
  }

  /** Returns local files with these faults. */
  public FileSystem local(Configuration conf) throws IOException {
    var fs = new FaultyFileSystem();
    fs.initialize(URI.create("file:///"), install(new Configuration(conf)));
    return fs;
  }

  /**
   * Returns a setting, {@code key=value}, for another process: its calls leave a file in a folder
   * of this machine, once they are done, and wait until they are interrupted.
   */
  public static String stalling(Call call, String glob, java.nio.file.Path folder) {
    return script(Stalling.class, call.name(), glob, folder.toString());
  }

  /** Returns a setting, {@code key=value}, for another process. */
  public static String script(Class<? extends Script> script, String... words) {
    return KEY + "=" + script.getName() + " " + String.join(" ", words);
  }

  static Faults of(Configuration conf) {
    return SCRIPTS.computeIfAbsent(conf.get(KEY, ""), Faults::parse);
  }

  private static Faults parse(String text) {
    var faults = new Faults();
    if (!text.isEmpty()) {
      List<String> words = List.of(text.split(" "));
      try {
        var script = (Script) Class.forName(words.get(0)).getDeclaredConstructor().newInstance();
        script.write(faults, words.subList(1, words.size()));
      } catch (ReflectiveOperationException | IOException e) {
        throw new IllegalStateException(text, e);
      }
    }
    return faults;
  }

  /** Makes a call, unless a rule has it fail. */
  <T> T call(Event event, Step<T> step) throws IOException {
    List<Rule> hit = rules.isEmpty() ? List.of() : hit(event.call(), event.file());
    long granted = event.bytes();
    for (Rule rule : hit) {
      granted = rule.afterwards ? granted : run(rule, event, granted);
    }
    T result = step.run(granted);
    for (Rule rule : hit) {
      if (rule.afterwards) {
        try {
          run(rule, event, event.bytes());
        } catch (IOException e) {
          if (result instanceof Closeable stream) {
            release(stream);
          }
          throw e;
        }
      }
    }
    return result;
  }

  void run(Event event, Run step) throws IOException {
    call(
        event,
        none -> {
          step.run();
          return null;
        });
  }

  /** Leaves nothing open, and uploads nothing. */
  static void release(Closeable stream) throws IOException {
    if (stream instanceof FSDataOutputStream out
        && out.hasCapability(StreamCapabilities.ABORTABLE_STREAM)) {
      out.abort();
    } else {
      stream.close();
    }
  }

  private synchronized List<Rule> hit(Call call, Path file) {
    var hit = new ArrayList<Rule>();
    for (Rule rule : rules) {
      if (rule.concerns(call, file)) {
        long number = rule.count++;
        if (number == rule.first || number > rule.first && !rule.once) {
          rule.injected++;
          rule.hit = rule.hit == null ? call : rule.hit;
          hit.add(rule);
        }
      }
    }
    return hit;
  }

  private static long run(Rule rule, Event event, long bytes) throws IOException {
    try {
      return rule.effect.on(event, bytes);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted, as the test wants it");
    }
  }

  synchronized void begun() {
    opened++;
    open++;
  }

  synchronized void ended() {
    open--;
    rules.forEach(rule -> rule.closed.countDown());
  }

  synchronized int read(int bytes) {
    reads++;
    bytesRead += Math.max(0, bytes);
    return bytes;
  }

  /** Counts opens, reads and bytes anew; rules go on. */
  public synchronized void recount() {
    opened = 0;
    open = 0;
    reads = 0;
    bytesRead = 0;
  }

  /** Returns how many files have been opened or created. */
  public synchronized int opened() {
    return opened;
  }

  /** Returns how many of those have not been closed. */
  public synchronized int open() {
    return open;
  }

  /** Returns how many calls have read from files. */
  public synchronized long reads() {
    return reads;
  }

  /** Returns how many bytes those calls got. */
  public synchronized long bytesRead() {
    return bytesRead;
  }
}
