// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

class LocalAppendTest extends AbstractAppendTest {}
