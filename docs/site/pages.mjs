// SPDX-License-Identifier: Apache-2.0
// Copies the pages for the site: README.md is its first page, index.html; the page about indexes has another name there.
// Links out of docs/ are made to fit.
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const docs = new URL('..', import.meta.url).pathname
const root = join(docs, '..')
const pages = join(docs, 'site/target/pages')
rmSync(pages, { recursive: true, force: true })
mkdirSync(pages, { recursive: true })

// Angle brackets outside code, such as <name>, are text, not elements.
function page(text) {
  return text
    .split('\n')
    .map((line) => (/^( {4}|```)/.test(line) ? line : line.replace(/<(?!\/?(br|sup|sub|details|summary|!--))(?=[a-zA-Z])/g, (c, _t, at) =>
      (line.slice(0, at).match(/`/g) ?? []).length % 2 === 1 ? c : '&lt;')))
    .join('\n')
}

for (const name of readdirSync(docs)) {
  const from = join(docs, name)
  if (name.endsWith('.md')) {
    const text = readFileSync(from, 'utf8')
      .replaceAll('](index.md', '](indexes.md')
      .replaceAll('](../README.md', '](index.md')
      .replaceAll('](../clients/python/README.md', '](python.md')
    writeFileSync(join(pages, name === 'index.md' ? 'indexes.md' : name), page(text))
  } else if (statSync(from).isDirectory() && name !== 'site') {
    cpSync(from, join(pages, name), { recursive: true })
  }
}
const readme = readFileSync(join(root, 'README.md'), 'utf8')
  .replaceAll('](docs/index.md', '](indexes.md')
  .replaceAll('](docs/', '](')
  .replaceAll('](clients/python/README.md', '](python.md')
  .replaceAll('](LICENSE', '](https://www.apache.org/licenses/LICENSE-2.0')
writeFileSync(join(pages, 'index.md'), page(readme))
writeFileSync(join(pages, 'python.md'), page(readFileSync(join(root, 'clients/python/README.md'), 'utf8').replaceAll('](../../docs/', '](')))
