// SPDX-License-Identifier: Apache-2.0
/** MXNet 1.9.1 itself reads what this project writes, and trains on its batches of images. */
package dev.recordio.mxnet;
