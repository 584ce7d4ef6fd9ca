// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.wire.RecordIOFormat;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;

/** Ten kinds of damage to a file of records. */
public enum Damage {
  BIT {
    @Override
    public byte[] of(byte[] file, Random random, long[] starts) {
      byte[] damaged = file.clone();
      damaged[random.nextInt(file.length)] ^= (byte) (1 << random.nextInt(8));
      return damaged;
    }
  },
  NOISE {
    @Override
    public byte[] of(byte[] file, Random random, long[] starts) {
      byte[] noise = new byte[1 + random.nextInt(64)];
      random.nextBytes(noise);
      return overwritten(file, random.nextInt(file.length), noise);
    }
  },
  ZEROS {
    @Override
    public byte[] of(byte[] file, Random random, long[] starts) {
      int block = 512;
      return overwritten(file, random.nextInt(file.length) / block * block, new byte[block]);
    }
  },
  LENGTH {
    @Override
    public byte[] of(byte[] file, Random random, long[] starts) {
      byte[] damaged = file.clone();
      int at = (int) starts[random.nextInt(starts.length - 1)] + 4;
      int lrec = RecordIOFormat.word(damaged, at);
      int length = random.nextInt(random.nextBoolean() ? 16 : 1 << 1 + random.nextInt(29));
      int cflag = RecordIOFormat.cflag(lrec);
      RecordIOFormat.putWord(damaged, at, RecordIOFormat.lrec(cflag, length));
      return damaged;
    }
  },
  /** A length that ends exactly where a later record begins. */
  SWALLOW {
    @Override
    public byte[] of(byte[] file, Random random, long[] starts) {
      byte[] damaged = file.clone();
      int record = random.nextInt(starts.length - 2);
      int last = record + 2 + random.nextInt(Math.min(5, starts.length - 2 - record));
      int length = (int) (starts[last] - starts[record]) - RecordIOFormat.HEADER_BYTES;
      RecordIOFormat.putWord(damaged, (int) starts[record] + 4, length);
      return damaged;
    }
  },
  CFLAG {
    @Override
    public byte[] of(byte[] file, Random random, long[] starts) {
      byte[] damaged = file.clone();
      int at = (int) starts[random.nextInt(starts.length - 1)] + 7;
      damaged[at] = (byte) (damaged[at] & 31 | random.nextInt(8) << 5);
      return damaged;
    }
  },
  /** A piece of the file over another, as by two writers. */
  COPY {
    @Override
    public byte[] of(byte[] file, Random random, long[] starts) {
      int from = random.nextInt(file.length);
      int to = Math.min(file.length, from + 1 + random.nextInt(2000));
      int at = random.nextInt(file.length);
      if (random.nextBoolean()) {
        from &= -4;
        at &= -4;
      }
      return overwritten(file, at, Arrays.copyOfRange(file, from, to));
    }
  },
  CUT {
    @Override
    public byte[] of(byte[] file, Random random, long[] starts) {
      return Arrays.copyOf(file, random.nextInt(file.length));
    }
  },
  SHIFT {
    @Override
    public byte[] of(byte[] file, Random random, long[] starts) {
      byte[] piece = new byte[1 + random.nextInt(64)];
      random.nextBytes(piece);
      int at = random.nextInt(file.length);
      boolean insert = random.nextBoolean();
      int rest = insert ? at : Math.min(file.length, at + piece.length);
      var damaged = new ByteArrayOutputStream();
      damaged.write(file, 0, at);
      damaged.write(piece, 0, insert ? piece.length : 0);
      damaged.write(file, rest, file.length - rest);
      return damaged.toByteArray();
    }
  },
  TEXT {
    @Override
    public byte[] of(byte[] file, Random random, long[] starts) {
      return asText(file, random.nextBoolean());
    }
  };

  /**
   * Returns a damaged copy, which may have the same bytes by chance.
   *
   * @param starts where the records begin, and the file's length
   */
  public abstract byte[] of(byte[] file, Random random, long[] starts);

  /** Returns what a copy in text mode makes of a file: a CR before each LF, or none. */
  public static byte[] asText(byte[] file, boolean adds) {
    var damaged = new ByteArrayOutputStream();
    for (int i = 0; i < file.length; i++) {
      boolean drops = i + 1 < file.length && file[i] == '\r' && file[i + 1] == '\n';
      if (adds && file[i] == '\n') {
        damaged.write('\r');
      }
      if (adds || !drops) {
        damaged.write(file[i]);
      }
    }
    return damaged.toByteArray();
  }

  private static byte[] overwritten(byte[] file, int at, byte[] piece) {
    byte[] damaged = file.clone();
    System.arraycopy(piece, 0, damaged, at, Math.min(piece.length, file.length - at));
    return damaged;
  }
}
