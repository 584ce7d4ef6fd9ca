// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.DataInput;
import java.io.DataOutput;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.ObjectWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No class is loaded because a SequenceFile names it. */
class SequenceTypesTest extends LocalTestBase {
  /** Set by the class below when it is loaded; not a field of that class, which would load it. */
  private static boolean loaded;

  /** A class that a file names. */
  public static final class Loaded implements Writable {
    static {
      loaded = true;
    }

    @Override
    public void write(DataOutput out) {}

    @Override
    public void readFields(DataInput in) {}
  }

  /** A SequenceFile without records. */
  private Path named(String key, String value, String codec) throws Exception {
    var out = new java.io.ByteArrayOutputStream();
    var data = new java.io.DataOutputStream(out);
    data.write(new byte[] {'S', 'E', 'Q', 6});
    Text.writeString(data, key);
    Text.writeString(data, value);
    data.writeBoolean(codec != null);
    data.writeBoolean(false);
    if (codec != null) {
      Text.writeString(data, codec);
    }
    data.writeInt(0); // pairs of metadata
    data.write(new byte[16]); // the sync marker
    return write("a.seq", out.toByteArray());
  }

  private void assertRefused(Path file, String text) throws Exception {
    var e = assertThrows(BadInputException.class, () -> pack(conf(), file));
    assertHas(e.getMessage(), "a.seq", text);
    assertFalse(loaded);
    Packed packed = pack(conf(PackConf.ON_ERROR, "skip"), file, write("ok", bytes("ok")));
    assertEquals(List.of("ok"), texts(packed));
    assertHas(packed.rejects().get(0), text);
    assertFalse(loaded);
  }

  @Test
  void classesThatAreNotKnownAreNotLoaded() throws Exception {
    String text = Text.class.getName();
    String bytes = BytesWritable.class.getName();
    String evil = getClass().getName() + "$Loaded";
    assertRefused(named(evil, bytes, null), "keys of Text, BytesWritable or a number, not " + evil);
    assertRefused(named(text, evil, null), "values of BytesWritable or Text, not " + evil);
    assertRefused(named(text, bytes, evil), "io.compression.codecs: " + evil);
    assertRefused(named(ObjectWritable.class.getName(), bytes, null), "ObjectWritable");
    assertRefused(named("x".repeat(2000), bytes, null), "");
  }

  @Test
  void otherVersionsAreRefused() throws Exception {
    assertRefused(write("a.seq", new byte[] {'S', 'E', 'Q', 3, 0}), "version 6, not 3");
    assertRefused(write("a.seq", new byte[] {'S', 'E', 'Q', 6, 9}), "ends within its header");
  }

  @ParameterizedTest
  @ValueSource(strings = {"NONE", "RECORD", "BLOCK"})
  void knownClassesAreRead(String compression) throws Exception {
    var members = new java.util.TreeMap<>(Map.of("a", bytes("A"), "b", bytes("B")));
    byte[] file = Sequences.write(this, CompressionType.valueOf(compression), members);
    Packed packed = pack(conf(PackConf.HEADER, "none"), write("a.seq", file));
    assertEquals(List.of("A", "B"), texts(packed));
  }

  @Test
  void keysMayBeNumbers() throws Exception {
    Path file = new Path(testDir(), "n.seq");
    try (var out =
        SequenceFile.createWriter(
            conf(),
            SequenceFile.Writer.file(file),
            SequenceFile.Writer.keyClass(org.apache.hadoop.io.LongWritable.class),
            SequenceFile.Writer.valueClass(Text.class))) {
      out.append(new org.apache.hadoop.io.LongWritable(7), new Text("seven"));
    }
    Packed packed = pack(conf(PackConf.HEADER, "none"), file);
    assertEquals(List.of("seven"), texts(packed));
  }
}
