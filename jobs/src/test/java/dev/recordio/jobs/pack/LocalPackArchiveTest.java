// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

class LocalPackArchiveTest extends AbstractPackArchiveTest {}
