// SPDX-License-Identifier: Apache-2.0
/** Jobs and commands of users with a Kerberos ticket, with delegation tokens, and with neither. */
package dev.recordio.kerberos;
