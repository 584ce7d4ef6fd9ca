// SPDX-License-Identifier: Apache-2.0
/** Spark Connect: a client that has none of this project's classes, and a server that has all. */
package dev.recordio.connect;
