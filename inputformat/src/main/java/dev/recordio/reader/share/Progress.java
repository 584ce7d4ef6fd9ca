// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.share;

public record Progress(int worker, int workers, long epoch, long count) {}
