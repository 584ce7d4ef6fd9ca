// SPDX-License-Identifier: Apache-2.0
/**
 * Training on more rows than fit into memory: rows and XGBoost's pages are on the local disk.
 *
 * <p>Entry points: {@link ExternalRows}.
 */
package dev.recordio.xgboost.external;
