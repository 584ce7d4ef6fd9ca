// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.bytes.FileSignature;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.reader.ReaderConf;
import dev.recordio.reader.Source;
import dev.recordio.reader.SourceProvider;
import dev.recordio.reader.SourceProvider.ReaderContext;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Sources of sparse rows: {@code libsvm:}, {@code libfm:}, {@code libffm:}, {@code csv:}, {@code
 * rowblock:}, {@code sagemaker:}, read as the keys {@code libsvm.*}, and arguments after a question
 * mark, specify.
 */
public abstract class RowProvider implements SourceProvider {
  private final String format;

  private RowProvider(String format) {
    this.format = format;
  }

  @Override
  public final String prefix() {
    return format;
  }

  @Override
  public boolean fits(byte[] head, int length) {
    return false;
  }

  @Override
  public final Source<?> open(ReaderContext context, String text, String input) throws IOException {
    var conf = new Configuration(context.conf());
    LibSvmConf.FORMAT.set(conf, format);
    List<Path> paths = RowInputs.parse(conf, input);
    TextSettings settings = TextSettings.of(conf);
    return new RowSource(
        conf,
        text,
        settings,
        RowInputs.list(conf, settings, paths, null),
        ReaderConf.THREADS.getInt(conf));
  }

  /** {@code libsvm:INPUT}; what text is that nothing else is said of. */
  public static final class LibSvm extends RowProvider {
    /** Creates the provider. */
    public LibSvm() {
      super("libsvm");
    }

    @Override
    public boolean fits(byte[] head, int length) {
      return length > 0 && FileSignature.isText(head, length);
    }
  }

  /** {@code libfm:INPUT}. */
  public static final class LibFm extends RowProvider {
    /** Creates the provider. */
    public LibFm() {
      super("libfm");
    }
  }

  /** {@code libffm:INPUT}, which is the same. */
  public static final class LibFfm extends RowProvider {
    /** Creates the provider. */
    public LibFfm() {
      super("libffm");
    }
  }

  /** {@code csv:INPUT}. */
  public static final class Csv extends RowProvider {
    /** Creates the provider. */
    public Csv() {
      super("csv");
    }
  }

  /** {@code rowblock:INPUT}. */
  public static final class RowBlock extends RowProvider {
    /** Creates the provider. */
    public RowBlock() {
      super("rowblock");
    }
  }

  /** {@code sagemaker:INPUT}. */
  public static final class SageMaker extends RowProvider {
    /** Creates the provider. */
    public SageMaker() {
      super("sagemaker");
    }
  }
}
