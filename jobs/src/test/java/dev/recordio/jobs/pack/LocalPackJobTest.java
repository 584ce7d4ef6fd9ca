// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

class LocalPackJobTest extends AbstractPackJobTest {}
