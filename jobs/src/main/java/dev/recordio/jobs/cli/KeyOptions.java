// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import dev.recordio.conf.ConfKey;
import dev.recordio.jobs.run.error.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The options of a command that set configuration keys. What an option takes, its default, its
 * words for completion and its help are the key's; the command adds a name and a label. Options
 * appear in help in the order in which they are added.
 */
public final class KeyOptions {
  private static final String UNSET = "-1";

  /** Options of all commands have higher orders. */
  private static final int LAST = 99;

  private final CommandSpec spec;
  private final List<KeyOption> options = new ArrayList<>();
  private ConfKey shards;
  private ConfKey shardSize;
  private boolean isCheckedLater;

  /**
   * @param value gives the key's value, of what the user gave
   */
  private record KeyOption(ConfKey key, OptionSpec option, Function<Object, Object> value) {}

  KeyOptions(CommandSpec spec) {
    this.spec = spec;
  }

  /** Adds a flag, which sets its key to true. */
  public KeyOptions flag(String name, ConfKey key) {
    return flag(name, key, "true", key.description());
  }

  /**
   * Adds a flag.
   *
   * @param value what it sets the key to
   * @param help in place of the key's description
   */
  public KeyOptions flag(String name, ConfKey key, String value, String help) {
    return add(key, given -> value, builder(name, help).type(Boolean.class).arity("0"));
  }

  /** Adds a flag that help lists after the command's other options. */
  void lastFlag(String name, ConfKey key, String help) {
    add(key, given -> "true", builder(name, help).order(LAST).type(Boolean.class).arity("0"));
  }

  /**
   * Adds an option with a value.
   *
   * @param label of the value, in help; the words of the key with bars between complete it
   */
  public KeyOptions add(String name, String label, ConfKey key) {
    return add(name, label, key, key.description());
  }

  /**
   * Adds an option with a value.
   *
   * @param help in place of the key's description
   */
  public KeyOptions add(String name, String label, ConfKey key, String help) {
    return add(name, label, key, help, key.definition().type().words());
  }

  /**
   * Adds an option with a value.
   *
   * @param help in place of the key's description
   * @param words that complete it, in place of the key's
   */
  public KeyOptions add(String name, String label, ConfKey key, String help, List<String> words) {
    return add(
        key,
        given -> given,
        builder(name, help + defaultOf(key, help))
            .type(String.class)
            .arity("1")
            .paramLabel(label)
            .completionCandidates(words.isEmpty() ? null : words));
  }

  /**
   * Adds an option that may be repeated, with a value each time.
   *
   * @param join makes the key's value of them
   */
  @SuppressWarnings("unchecked") // of the auxiliary type
  public KeyOptions repeated(
      String name, String label, ConfKey key, Function<List<String>, String> join) {
    return add(
        key,
        given -> join.apply((List<String>) given),
        builder(name, key.description())
            .type(List.class)
            .auxiliaryTypes(String.class)
            .arity("1")
            .paramLabel(label));
  }

  /** Adds {@code --shards} and {@code --shard-size}, which exclude each other. */
  public KeyOptions shards(ConfKey number, ConfKey size) {
    shards = number;
    shardSize = size;
    return add("--shards", "N", number, "Write N shards. By default --shard-size decides.")
        .add("--shard-size", "SIZE", size, "Write shards with a mean size of at most SIZE.");
  }

  /** Leaves the check of values to the command, which has one message for all of them. */
  public KeyOptions checkedLater() {
    isCheckedLater = true;
    return this;
  }

  private OptionSpec.Builder builder(String name, String help) {
    return OptionSpec.builder(name).order(options.size()).description(help);
  }

  private KeyOptions add(ConfKey key, Function<Object, Object> value, OptionSpec.Builder option) {
    OptionSpec made = option.build();
    spec.addOption(made);
    options.add(new KeyOption(key, made, value));
    return this;
  }

  /** Returns the default, for help that does not have it. */
  private static String defaultOf(ConfKey key, String help) {
    String value = key.defaultValue();
    boolean isSaid = help.contains("efault") || value.equals("0") && help.contains(" 0 ");
    return value.isEmpty() || value.equals(UNSET) || isSaid ? "" : " (" + value + ")";
  }

  private OptionSpec option(ConfKey key) {
    for (KeyOption option : options) {
      if (option.key() == key) {
        return option.option();
      }
    }
    throw new IllegalArgumentException("no option sets " + key);
  }

  /** Whether the user gave the option of a key. */
  public boolean isGiven(ConfKey key) {
    return option(key).getValue() != null;
  }

  /**
   * Sets the keys of the options that the user gave.
   *
   * @throws UsageException when two exclude each other
   * @throws dev.recordio.conf.InvalidSettingException when a key does not take its value
   */
  void set(Configuration conf) throws UsageException {
    for (KeyOption option : options) {
      Object given = option.option().getValue();
      if (given != null) {
        option.key().set(conf, option.value().apply(given));
        if (!isCheckedLater) {
          option.key().get(conf); // the check
        }
      }
    }
    if (shards != null && isGiven(shards) && shards.getInt(conf) < 1) {
      throw new UsageException("--shards is " + shards.getInt(conf) + "; it must be at least 1");
    }
    if (shards != null && isGiven(shardSize)) {
      if (isGiven(shards)) {
        throw new UsageException("--shards and --shard-size exclude each other");
      }
      shards.set(conf, 0); // one that a site file has
    }
  }

  /**
   * Returns a message with options in place of the keys that they set, where the user gave them.
   */
  String inOptions(String message) {
    String text = message;
    for (KeyOption option : options) {
      if (option.option().getValue() != null) {
        text =
            text.replaceAll(
                "(?<![\\w.-])" + Pattern.quote(option.key().key()) + "(?![\\w-]|\\.\\w)",
                option.option().longestName());
      }
    }
    return text;
  }
}
