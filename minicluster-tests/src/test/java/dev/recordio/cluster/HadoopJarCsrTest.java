// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.jobs.rows.csr.CsrManifest;
import dev.recordio.jobs.rows.csr.Npz;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Ended;
import dev.recordio.testing.Jobs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The shipped jar counts and converts text on HDFS, in several containers. */
@ExtendWith(ClusterExtension.class)
class HadoopJarCsrTest implements HdfsUnderTest {
  private static final String NAME = "agaricus.txt.train";
  private static final String SEGMENTS = "-Drecordio.csr.segment-size=300k"; // four of them

  private final HadoopJar hadoopJar;

  HadoopJarCsrTest(MiniYarn yarn, @TempDir java.nio.file.Path temp) throws Exception {
    hadoopJar = new HadoopJar(yarn, temp);
  }

  private static byte[] fixture(String name) throws IOException {
    try (InputStream in = HadoopJarCsrTest.class.getResourceAsStream("/fixtures/libsvm/" + name)) {
      return in.readAllBytes();
    }
  }

  @Test
  void agaricusBecomesTheMatrixOfTheManifest() throws Exception {
    JsonNode facts = new ObjectMapper().readTree(fixture("manifest.json")).get(NAME);
    Path text = write(NAME, fixture(NAME));
    Path output = path("npz");

    Ended stats = hadoopJar.run("stats --json --sidecar auto {} {}", SEGMENTS, text);
    assertEquals(0, stats.status(), stats.err());
    JsonNode found = new ObjectMapper().readTree(stats.out());
    assertEquals(4, found.get("segments").asInt());
    assertEquals(facts.get("rows"), found.get("rows"));
    assertEquals(facts.get("nnz"), found.get("nnz"));
    assertEquals(127, found.get("columns").asInt());

    Ended csr = hadoopJar.run("csr {} {} {}", SEGMENTS, text, output);
    assertEquals(0, csr.status(), csr.err());
    assertTrue(csr.err().contains("what stats has kept: " + text.getParent()), csr.err());
    CsrManifest manifest = CsrManifest.read(fs(), output);
    assertEquals(facts.get("rows").asLong(), manifest.rows());
    assertEquals(4, manifest.shards().size());

    var shards = new ArrayList<Npz.Matrix>();
    List<ByteBuffer> labels = new ArrayList<>();
    for (CsrManifest.Shard shard : manifest.shards()) {
      shards.add(Npz.read(read(new Path(output, shard.file()))));
      String label = shard.file().replace(".npz", ".label.npy");
      labels.add(Npz.numbers(read(new Path(output, label))));
    }
    Npz.Matrix whole = Npz.stack(shards);
    assertEquals(127, whole.columns());
    assertEquals(facts.get("sha256_indptr_i64le").asText(), whole.sha256OfIndptr());
    assertEquals(facts.get("sha256_indices_as_written_i64le").asText(), whole.sha256OfIndices());
    assertEquals(facts.get("sha256_values_f32le").asText(), whole.sha256OfData());
    assertEquals(facts.get("sha256_labels_f32le").asText(), Npz.sha256(Npz.join(labels)));

    // A replacement, on HDFS, by a job in this process.
    String[] again = {"csr", "--if-changed", SEGMENTS, text.toString(), output.toString()};
    Recordio reused = Recordio.run(conf(), again);
    assertTrue(reused.err().contains("unchanged, reused: " + output), reused.err());
    write(NAME, fixture("agaricus.txt.test"));
    Recordio.run(conf(), again).ended(0);
    assertEquals(1611, CsrManifest.read(fs(), output).rows());
    assertEquals(
        List.of("." + NAME + ".stats.json", NAME, "npz"), Jobs.names(fs(), output.getParent()));
  }
}
