// SPDX-License-Identifier: Apache-2.0
/**
 * Configuration keys: what a key is, and those of the library's lower rooms.
 *
 * <p>Face: {@link ConfKey}, which every enum of keys implements: key, default, accepted values,
 * typed getters whose errors name the key; {@link RecordIOConf} has the keys of reading and writing
 * RecordIO. Other rooms have enums of their own. An invalid value is an {@link
 * InvalidSettingException}.
 */
package dev.recordio.conf;
