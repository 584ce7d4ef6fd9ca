// SPDX-License-Identifier: Apache-2.0
/**
 * What a bug report needs to say about a machine and its Hadoop.
 *
 * <p>Entry points: {@link EnvCommand}. {@link Environment} looks it up, and keeps to a list of
 * things that are no secrets: it prints no variable of the environment and no value of the
 * configuration.
 */
package dev.recordio.jobs.env;
