// SPDX-License-Identifier: Apache-2.0
// Copies the pages for the site, with the links between them made to fit: README.md is its first page, index.html.
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

const root = normalize(new URL('../..', import.meta.url).pathname)
const docs = join(root, 'docs')
const pages = join(docs, 'site/target/pages')

// The names of pages on the site, by those in the sources; files with other names are copied as they are.
const names = new Map([
  ['README.md', 'index.md'],
  ['CONTRIBUTING.md', 'contributing.md'],
  ['CHANGELOG.md', 'changelog.md'],
  ['engines/python/README.md', 'python.md'],
])
for (const name of readdirSync(docs)) {
  if (name.endsWith('.md')) {
    names.set(`docs/${name}`, name)
  }
}

// Links lead to pages by their names there, and to pictures below docs/ by their places.
function links(source, text) {
  return text.replace(/\]\(([^)#\s]+)(#[^)\s]*)?\)/g, (link, target, anchor = '') => {
    if (target.includes('://')) {
      return link
    }
    const path = relative(root, join(root, dirname(source), target))
    const name = names.get(path) ?? (path.startsWith('docs/') ? path.slice('docs/'.length) : null)
    return name === null ? link : `](${/\.md$/.test(name) ? name : `./${name}`}${anchor})`
  })
}

// Angle brackets outside code, such as <name>, are text, not elements.
function escaped(line) {
  return /^( {4}|```)/.test(line)
    ? line
    : line.replace(/<(?!\/?(br|sup|sub|details|summary|!--))(?=[a-zA-Z])/g, (bracket, _tag, at) =>
        (line.slice(0, at).match(/`/g) ?? []).length % 2 === 1 ? bracket : '&lt;')
}

rmSync(pages, { recursive: true, force: true })
mkdirSync(pages, { recursive: true })
for (const [source, name] of names) {
  const text = links(source, readFileSync(join(root, source), 'utf8'))
  writeFileSync(join(pages, name), text.split('\n').map(escaped).join('\n'))
}
for (const name of readdirSync(docs)) {
  if (name !== 'site' && name !== 'target' && statSync(join(docs, name)).isDirectory()) {
    cpSync(join(docs, name), join(pages, name), { recursive: true })
  }
}
