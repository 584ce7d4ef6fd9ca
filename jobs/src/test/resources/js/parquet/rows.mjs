// SPDX-License-Identifier: Apache-2.0
// Prints the metadata and the rows of Parquet files as JSON, a line each: bytes as hex, int64 as text.
import { readFileSync } from 'node:fs';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

const plain = (key, value) =>
  typeof value === 'bigint' ? String(value)
    : value instanceof Uint8Array ? Buffer.from(value).toString('hex')
      : value;
for (const name of process.argv.slice(2)) {
  const bytes = readFileSync(name);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const metadata = parquetMetadata(file).key_value_metadata;
  const rows = await parquetReadObjects({ file, compressors, utf8: false });
  console.log(JSON.stringify({ metadata, rows }, plain));
}
