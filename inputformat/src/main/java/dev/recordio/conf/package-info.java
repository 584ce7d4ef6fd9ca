// SPDX-License-Identifier: Apache-2.0
/**
 * Configuration keys: what a key is, and the keys of the library's lower packages.
 *
 * <p>Entry points: {@link ConfKey}, which every enum of keys implements: key, default, what it
 * takes, typed getters whose errors name the key; {@link RecordIOConf} has the keys of reading and
 * writing RecordIO. Other packages have their own enums. An invalid value is an {@link
 * InvalidSettingException}.
 */
package dev.recordio.conf;
