// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.data.Payloads;
import dev.recordio.bench.data.Rows;
import dev.recordio.bench.harness.Defaults;
import dev.recordio.bench.harness.Meter.Scope;
import dev.recordio.bench.harness.Settings;
import dev.recordio.bench.harness.Stage;
import dev.recordio.bench.harness.Storage;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Suite;
import dev.recordio.bench.harness.Tally;
import dev.recordio.bench.harness.Trial;
import dev.recordio.bench.peer.Engine;
import dev.recordio.bench.peer.EnginePeer;
import dev.recordio.bench.peer.Program;
import dev.recordio.bench.peer.PythonRows;
import dev.recordio.bench.peer.RowFiles;
import dev.recordio.bench.peer.StoreAppends;
import dev.recordio.bench.peer.StoreGathers;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * A record store: reading 10,000 records in another order than the store's, or all if it has fewer;
 * appending an array; reading labels beside images. The processor time covers all threads.
 */
public final class StoreSuite implements Suite {
  private static final int MAX_PYTHON_ROW = 10 << 10;
  private static final int MAX_WARM_UPS = 20;
  private static final long WARM_UP_NANOS = 400_000_000;
  private static final List<String> MODULES = List.of("numpy", "lmdb");

  @Override
  public Defaults defaults() {
    return Defaults.of("store").withSize(128L << 20).withRounds(7);
  }

  @Override
  public List<Stage> stages(Settings settings) {
    var stages = new ArrayList<Stage>();
    for (Storage storage : settings.storages()) {
      String place = storage == Storage.RAW ? "" : ", " + storage.title();
      Records.bySize(settings, (c, p, f) -> gathers(settings, storage, place, c, p, f))
          .forEach(stage -> stages.add(stage.on(storage)));
    }
    Records.bySize(settings, this::appends).forEach(stages::add);
    for (Storage storage : settings.storages()) {
      Stage labels =
          (conf, folder) -> new StoreLabels(name(), settings, storage).trials(conf, folder);
      stages.add(labels.on(storage));
    }
    return stages;
  }

  private List<Trial> gathers(
      Settings settings,
      Storage storage,
      String place,
      Configuration conf,
      Payloads payloads,
      Path folder)
      throws IOException {
    Rows rows = Rows.of(payloads);
    Path fixed =
        StoreGathers.create(
            conf, new Path(folder, "fixed"), "u1[" + payloads.size() + "]", payloads);
    Path words = StoreGathers.create(conf, new Path(folder, "words"), "bytes", payloads);
    Tally expected = rows.expected();
    var ofFixed = new StoreGathers(conf, fixed, rows.ids());
    var ofWords = new StoreGathers(conf, words, rows.ids());
    var trials = new ArrayList<Trial>();
    for (Peer peer : peers(settings, storage, conf, rows, folder)) {
      for (Pair pair :
          List.of(
              new Pair("rows", ofFixed::warm, peer.warm),
              new Pair("values, warm", ofWords::warm, peer.warm),
              new Pair("values, cold", ofWords::cold, peer.cold))) {
        warmUp(pair.ours);
        warmUp(pair.peer);
        String name = "gather " + pair.name + place;
        trials.add(
            new Trial(
                name(),
                name,
                payloads.size(),
                expected.bytes(),
                expected.records(),
                new Subject(name, pair.ours, expected, Scope.PROCESS),
                new Subject(peer.name, pair.peer, expected, Scope.PROCESS),
                Map::of));
      }
    }
    return trials;
  }

  /**
   * Who reads the same rows.
   *
   * @param warm reads them with what earlier runs left open, if it can
   * @param cold opens what it reads first
   */
  private record Peer(String name, Subject.Work warm, Subject.Work cold) {}

  private record Pair(String name, Subject.Work ours, Subject.Work peer) {}

  /** A run takes milliseconds: what is not compiled yet would be most of it. */
  private static void warmUp(Subject.Work work) throws IOException {
    long end = System.nanoTime() + WARM_UP_NANOS;
    for (int run = 0; run < MAX_WARM_UPS && System.nanoTime() < end; run++) {
      work.run();
    }
  }

  private List<Peer> peers(
      Settings settings, Storage storage, Configuration conf, Rows rows, Path folder)
      throws IOException {
    var peers = new ArrayList<Peer>();
    var files = new RowFiles(conf, rows, folder);
    Path flat = files.writeFlat();
    peers.add(new Peer("a read a record", files::positioned, files::positioned));
    if (storage == Storage.RAW && rows.payloads().size() <= MAX_PYTHON_ROW) {
      for (String module : MODULES) {
        try {
          java.nio.file.Path local = Storage.localPath(folder);
          var python = new PythonRows(module, local.resolve(flat.getName()), rows, local);
          peers.add(new Peer(module, python.warm(), python.cold()));
        } catch (IOException e) {
          settings.missing(module, e);
        }
      }
    }
    if (storage == Storage.RAW) {
      try {
        peers.add(lance(folder, flat, rows));
      } catch (IOException e) {
        settings.missing(Engine.LANCE.toString(), e);
      }
    }
    return peers;
  }

  private static Peer lance(Path folder, Path flat, Rows rows) throws IOException {
    java.nio.file.Path local = Storage.localPath(folder);
    java.nio.file.Path ids = Files.write(local.resolve("ids-lance"), rows.idBytes());
    var lance = new EnginePeer(Engine.LANCE, local);
    Program.Seen seen = numbers -> new Tally(numbers[0], numbers[1], numbers[2]);
    int width = rows.payloads().size();
    lance.work(seen, "create", width, flat.toUri().getPath(), local.resolve("lance")).run();
    return new Peer(
        Engine.LANCE.toString(), lance.work(seen, "warm", ids), lance.work(seen, "cold", ids));
  }

  private List<Trial> appends(Configuration conf, Payloads payloads, Path folder)
      throws IOException {
    var appends = new StoreAppends(conf, Rows.of(payloads), folder);
    return List.of(
        Records.trial(
            name(),
            "append",
            payloads,
            new Subject("append of .npy", appends::append, appends.expected(), Scope.PROCESS),
            new Subject("copying the file", appends::copy, appends.expected(), Scope.PROCESS)));
  }
}
