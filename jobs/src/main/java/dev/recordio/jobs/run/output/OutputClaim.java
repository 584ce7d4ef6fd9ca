// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.output;

import dev.recordio.bytes.Sha256;
import dev.recordio.conf.Notes;
import dev.recordio.fs.input.FilePaths;
import dev.recordio.fs.stream.Files;
import dev.recordio.fs.stream.PublishWay;
import dev.recordio.fs.stream.Publisher;
import dev.recordio.fs.stream.Unanswered;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.Failure;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.run.local.RunConf;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.ShutdownHookManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The right to write an output, which one command has at a time. It is taken before the output is
 * looked at, and given back when the output is complete, or removed.
 *
 * <p>The claim of {@code FOLDER/NAME} is the file {@code FOLDER/.NAME.recordio-claim}, which one
 * writer can create ({@link PublishWay#ofClaims}). It covers the output, what is below it, and what
 * is beside it under names that begin with {@code .NAME.}; another command may have no claim of
 * what is below a claimed output either.
 *
 * <p><b>A claim whose owner has ended.</b> A command that is killed leaves its claim. The next one
 * takes it over if it is certain that the owner has ended ({@link ClaimOwner#state}). To delete the
 * file and create it again would be no single step: of two commands, the second may delete what the
 * first has just created. So the file stays, and is succeeded by the file {@code
 * .NAME.recordio-claim.ID}, with the id of the claim that has ended, which again one writer can
 * create; it may be succeeded in its turn. The owner of the last one has the output. A command on a
 * cluster succeeds itself when it knows the id of its job.
 *
 * <p><b>The order of deletes.</b> The claim itself is deleted first, and with it the output is
 * free: the next one to create that file has the output, and looks at no successor, since its id is
 * a new one. The successors are deleted after it. One that a crash leaves between succeeds an id
 * that never comes again. A command that has read the claim, then finds no successor because all of
 * them have just been deleted, creates one, and must therefore read the claim once more: if it is
 * still there, no successor had been deleted before; if not, the command removes the successor and
 * begins again.
 *
 * <p>A claim that somebody removes under its owner does not stop the owner; {@link #requireHeld}
 * finds it out at the end, and nothing of the output is removed then.
 */
public final class OutputClaim implements Closeable {
  /** How the name of a claim ends; the name of a successor goes on with an id. */
  public static final String SUFFIX = ".recordio-claim";

  private static final Logger LOG = LoggerFactory.getLogger(OutputClaim.class);

  /** Before the file systems are closed, and after {@link Interruption} has waited for jobs. */
  private static final int PRIORITY = FileSystem.SHUTDOWN_HOOK_PRIORITY + 5;

  private static final int MAX_NAME = 128; // bytes: the name of a claim is longer by 90
  private static final int TRIES = 100;
  private static final int LOOKS = 20;
  private static final long LOOK_MILLIS = 50;

  /** The ids of the claims of a job, in its configuration. */
  private static final String HELD = "recordio.job.output-claims";

  private static final String COMMAND = "recordio.job.command";

  /** The claims of this process, by the ids that they were taken under. */
  private static final Map<String, OutputClaim> OWN = new ConcurrentHashMap<>();

  /** The ids of claims that this process has given back, but could not remove. */
  private static final Set<String> LEFT = ConcurrentHashMap.newKeySet();

  static {
    if (!ShutdownHookManager.get().isShutdownInProgress()) {
      ShutdownHookManager.get().addShutdownHook(OutputClaim::closeAll, PRIORITY);
    }
  }

  private final Configuration conf;
  private final FileSystem fs;
  private final Path output;
  private final Path file;
  private final List<Path> successors = new ArrayList<>();
  private Publisher publisher;
  private ClaimOwner owner;
  private String first; // the id in the file
  private Path made; // the topmost folder that was made for the claim, or null
  private boolean jobRuns; // on a cluster: it goes on without this process
  private boolean held;
  private final List<OutputClaim> more = new ArrayList<>();

  private OutputClaim(Configuration conf, Path output) throws IOException {
    this.conf = conf;
    fs = output.getFileSystem(conf);
    this.output = RealPath.of(fs, output);
    file = file(this.output);
  }

  /** Names the command that takes claims with a configuration. */
  public static void setCommand(Configuration conf, String name) {
    conf.set(COMMAND, name);
  }

  /**
   * Claims an output that may exist.
   *
   * @param conf the job's own configuration, or the command's; it and its copies get to know the
   *     claim. In a dry run nothing is claimed, but what another command has is an error all the
   *     same.
   * @throws UsageException when another command has the output, or no claim can be made
   */
  public static OutputClaim take(Configuration conf, Path output) throws IOException {
    return take(conf, output, () -> {});
  }

  /**
   * Claims an output that must not exist.
   *
   * @param inputs what is read
   * @throws UsageException as {@link #take} and {@link NewOutput#checkOutside}
   * @throws org.apache.hadoop.mapred.FileAlreadyExistsException as {@link NewOutput#check}
   */
  public static OutputClaim takeNew(Configuration conf, Path output, List<Path> inputs)
      throws IOException {
    NewOutput.checkOutside(conf, output, inputs);
    return take(conf, output, () -> NewOutput.check(conf, output, inputs));
  }

  /** A check of an output, which changes nothing. */
  @FunctionalInterface
  public interface Check {
    /** Throws what is wrong. */
    void run() throws IOException;
  }

  /**
   * Claims an output, and checks it.
   *
   * @param check is made when the output is claimed; also where no claim can be made: it may know a
   *     better reason
   */
  public static OutputClaim take(Configuration conf, Path output, Check check) throws IOException {
    var claim = new OutputClaim(conf, output);
    try {
      if (covering(conf, output) == null && !JobScratch.isWithin(claim.output)) {
        claim.take(check);
      }
      check.run();
      return claim;
    } catch (InterruptedException e) {
      claim.close();
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    } catch (IOException | RuntimeException | Error e) {
      try (claim) {
        throw e;
      }
    }
  }

  private void take(Check why) throws IOException, InterruptedException {
    if (file == null) {
      throw new UsageException("the output is the root of its file system: " + output);
    }
    if (RunConf.DRY_RUN.getBoolean(conf)) {
      refuseHeld(output);
    } else {
      acquire(why);
    }
    refuseHeldAbove();
  }

  /** Claims a further output, which may exist; it is given back with this one. */
  public void add(Path other) throws IOException {
    more.add(take(conf, other));
  }

  /** Refuses a folder that another command has, or one above it. */
  public static void refuseClaimed(Configuration conf, Path folder) throws IOException {
    if (folder.getFileSystem(conf).makeQualified(folder).isRoot()) {
      return;
    }
    var dry = new Configuration(conf);
    RunConf.DRY_RUN.set(dry, true);
    take(dry, folder).close();
  }

  /** Returns the claim of this process, known to a configuration, that covers a path; or null. */
  public static OutputClaim covering(Configuration conf, Path path) throws IOException {
    for (String id : conf.getTrimmedStrings(HELD)) {
      OutputClaim claim = OWN.get(id);
      if (claim != null && claim.covers(path)) {
        return claim;
      }
    }
    return null;
  }

  private boolean covers(Path path) throws IOException {
    String besides = "." + output.getName() + ".";
    for (Path at = RealPath.of(path.getFileSystem(conf), path); at != null; at = at.getParent()) {
      if (at.equals(output)
          || at.getName().startsWith(besides) && output.getParent().equals(at.getParent())) {
        return true;
      }
    }
    return false;
  }

  /** Returns the file of the claim of an output; null for the root. */
  private static Path file(Path output) {
    if (output.getParent() == null) {
      return null;
    }
    byte[] name = output.getName().getBytes(StandardCharsets.UTF_8);
    String shown = name.length > MAX_NAME ? Sha256.hex(name) : output.getName();
    return FilePaths.beside(output, "." + shown + SUFFIX);
  }

  private static Path successor(Path file, ClaimOwner of) {
    return FilePaths.beside(file, file.getName() + "." + of.id());
  }

  private void acquire(Check why) throws IOException, InterruptedException {
    publisher = PublishWay.ofClaims(conf, output.getParent());
    made = firstMissing(output.getParent());
    if (made != null) {
      refuseHeldAbove(); // before a folder is made there
    }
    owner = ClaimOwner.now(conf, conf.get(COMMAND, "a program"));
    try {
      for (int i = 0; i < TRIES && !held; i++) {
        held = tryAcquire();
      }
    } catch (IOException e) {
      removeMade();
      why.run();
      NewOutput.checkPlace(conf, output);
      Failure failure = Failure.of(e);
      String message = "no output can be made in " + output.getParent() + ": " + failure.message();
      if (failure.code() == ExitCode.JOB_FAILED) {
        throw new IOException(message, e);
      }
      throw new UsageException(message);
    }
    if (!held) {
      throw new UsageException("other commands write there again and again: " + output);
    }
    String id = owner.id();
    OWN.put(id, this);
    String others = conf.get(HELD);
    conf.set(HELD, others == null ? id : others + "," + id);
  }

  private boolean tryAcquire() throws IOException, InterruptedException {
    successors.clear();
    ClaimOwner found = look(file); // an upload that is refused takes long
    if (found == null) {
      found = publish(file);
    }
    first = found.id();
    ClaimOwner ended = null;
    while (!found.id().equals(owner.id())) {
      Path successor = successor(file, found);
      ClaimOwner next = look(successor);
      if (next == null) {
        refuseUnlessEnded(output, found);
        ended = found;
        next = publish(successor);
      }
      successors.add(successor);
      found = next;
    }
    if (ended == null) {
      return true;
    }
    if (isThere()) {
      Notes.say(
          "taken over: the claim of "
              + output
              + " that was left by "
              + ended.words()
              + ", which has ended");
      return true;
    }
    fs.delete(successors.get(successors.size() - 1), false);
    return false;
  }

  /** Creates a claim; returns the owner of the one that is there then. */
  private ClaimOwner publish(Path claim) throws IOException, InterruptedException {
    byte[] text = owner.text().getBytes(StandardCharsets.UTF_8);
    ClaimOwner there =
        Unanswered.settle(
            () -> publisher.publish(claim, text) ? owner : null,
            () -> read(claim),
            "the claim " + claim);
    if (there == null) {
      there = look(claim);
    }
    return there == null ? publish(claim) : there;
  }

  /** Returns the owner of a claim; null when it can't be told, since the file is not whole. */
  private ClaimOwner read(Path claim) throws IOException {
    return ClaimOwner.parse(new String(Files.readAll(fs, claim), StandardCharsets.UTF_8));
  }

  /** Returns the owner of a claim; null when there is no such claim. */
  private ClaimOwner look(Path claim) throws IOException, InterruptedException {
    if (Files.isKnownMissing(fs, claim)) {
      return null;
    }
    for (int i = 0; i < LOOKS; i++) {
      try {
        ClaimOwner found = read(claim);
        if (found != null) {
          return found;
        }
      } catch (FileNotFoundException e) {
        return null;
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS); // where a file grows as it is written
    }
    throw new UsageException(
        "not a claim that a command has written: "
            + claim
            + "; if no command writes "
            + output
            + ", remove it");
  }

  /** Refuses an output that a claim covers whose owner has not ended. */
  private void refuseHeld(Path claimed) throws IOException, InterruptedException {
    Path at = file(claimed);
    ClaimOwner last = null;
    for (ClaimOwner next = look(at); next != null; next = look(at)) {
      last = next;
      at = successor(file(claimed), next);
    }
    if (last != null) {
      refuseUnlessEnded(claimed, last);
    }
  }

  private void refuseHeldAbove() throws IOException, InterruptedException {
    for (Path at = output.getParent(); at.getParent() != null; at = at.getParent()) {
      try {
        if (covering(conf, at) == null) {
          refuseHeld(at);
        }
      } catch (AccessDeniedException | AccessControlException e) {
        LOG.debug("who has {} can't be seen", at, e); // where only what is below may be read
      }
    }
  }

  private void refuseUnlessEnded(Path claimed, ClaimOwner found) throws InterruptedException {
    if (LEFT.contains(found.id())) {
      return;
    }
    ClaimOwner.State state = found.state(conf);
    if (state == ClaimOwner.State.ENDED) {
      return;
    }
    throw new UsageException(
        "another command writes there: "
            + claimed
            + ": "
            + found.words()
            + (state == ClaimOwner.State.RUNS
                ? "; wait until it ends, or name another output"
                : "; whether it still runs can't be seen from here: if it has ended"
                    + (found.isOfCluster() ? ", and so have its jobs on the cluster" : "")
                    + ", remove "
                    + file(claimed)));
  }

  private Path firstMissing(Path folder) throws IOException {
    Path missing = null;
    for (Path at = folder; at != null && !NewOutput.exists(fs, at); at = at.getParent()) {
      missing = at;
    }
    return missing;
  }

  /** Whether the claim is still there. */
  private boolean isThere() throws IOException {
    try {
      ClaimOwner there = read(file);
      return there != null && there.id().equals(first);
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  /** Whether somebody has removed the claim, or may have. */
  public synchronized boolean isLost() {
    try {
      return held && !isThere();
    } catch (IOException e) {
      return true;
    }
  }

  /**
   * Checks, when a job has succeeded, that the output was its alone.
   *
   * @throws JobFailedException when somebody has removed the claim
   */
  public synchronized void requireHeld() throws JobFailedException {
    boolean lost;
    try {
      lost = held && !isThere();
    } catch (IOException e) {
      LOG.warn("whether the claim {} is still there can't be seen", file, e);
      return;
    }
    if (lost) {
      throw new JobFailedException(
          "the claim "
              + file
              + " was removed before the output was complete, so another command may have written"
              + " there too: remove "
              + output
              + ", and run the command again");
    }
  }

  /** A job of a cluster begins to write: it would go on without this process. */
  public synchronized void jobBegins() {
    jobRuns = true;
  }

  /** The job has got an id, by which the next command finds out whether it has ended. */
  public synchronized void jobIs(JobID job) {
    if (!held) {
      return; // of an output that needs no claim
    }
    ClaimOwner next = owner.withJob(job);
    Path successor = successor(file, owner);
    successors.add(successor);
    try {
      publisher.publish(successor, next.text().getBytes(StandardCharsets.UTF_8));
      owner = next;
    } catch (IOException e) {
      LOG.warn("the claim {} does not say that {} writes", file, job, e);
    }
  }

  /** The job has ended. */
  public synchronized void jobEnds() {
    jobRuns = false;
  }

  /** Gives the output back, unless a job may still write there. */
  @Override
  public synchronized void close() {
    more.forEach(OutputClaim::close);
    if (!held) {
      return;
    }
    held = false;
    OWN.values().remove(this);
    if (jobRuns) {
      return;
    }
    try {
      if (isThere()) {
        fs.delete(file, false);
      } else {
        LOG.warn("the claim {} was removed while its owner ran", file);
      }
      for (Path successor : successors) {
        fs.delete(successor, false);
      }
      if (made != null && !NewOutput.exists(fs, output)) {
        removeMade();
      }
    } catch (IOException | RuntimeException e) {
      LEFT.add(owner.id());
      LOG.warn("the claim {} can't be removed: remove it, since no command writes there", file, e);
    }
  }

  /** Removes the folders that were made for the claim, as far as nothing is in them. */
  private void removeMade() {
    try {
      for (Path at = output; made != null && !at.equals(made); ) {
        at = at.getParent();
        if (NewOutput.exists(fs, at) && (fs.listStatus(at).length > 0 || !fs.delete(at, false))) {
          return;
        }
      }
    } catch (IOException e) {
      LOG.debug("{} stays", made, e); // somebody has put something there meanwhile
    }
  }

  private static void closeAll() {
    OWN.values().forEach(OutputClaim::close);
  }
}
