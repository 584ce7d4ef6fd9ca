// SPDX-License-Identifier: Apache-2.0
// The pages are those of docs/, as they are; only the navigation is made here. A page that is in no group fails the build.
import { readdirSync } from 'node:fs'
import { defineConfig } from 'vitepress'

const groups = {
  'Start': {
    'README': 'What it is for',
    'tasks': 'Find by what you want',
    'questions': 'Questions',
    'coming-from': 'Coming from another tool',
    'cli': 'The command line',
    'troubleshooting': 'What a message means',
  },
  'Records': {
    'inspect': 'Look into files, index, verify',
    'pack': 'Pack files and images',
    'arrange': 'Shuffle, split, reshard, append',
    'readers': 'Pipelines for trainers',
    'export': 'WebDataset, TFRecord, Parquet, MDS',
    'store': 'Stores',
  },
  'Sparse rows': {
    'rows': 'Statistics, CSR',
    'xgboost': 'XGBoost',
  },
  'Engines': {
    'engines': 'MapReduce, Streaming, Flink',
    'hive': 'Hive',
    'spark': 'Spark',
  },
  'Operations': {
    'operations': 'Clusters, S3A, Kerberos, failures',
    'settings': 'Settings',
    'benchmarks': 'How fast',
  },
  'The project': {
    'FORMAT': 'The formats',
    'architecture': 'How it is built',
    'testing': 'Tests',
    'releasing': 'Releases',
  },
}

const listed = new Set(Object.values(groups).flatMap(Object.keys))
const missing = readdirSync(new URL('../..', import.meta.url))
  .filter((name) => name.endsWith('.md') && !listed.has(name.slice(0, -3)))
if (missing.length > 0) {
  throw new Error(`in no group of the navigation: ${missing.join(', ')}`)
}

export default defineConfig({
  title: 'recordio-hadoop',
  description: 'RecordIO and CSR on Hadoop',
  srcDir: 'target/pages',
  outDir: 'target/site',
  cacheDir: 'target/cache',
  // Relative to the site's root, wherever it is put.
  base: process.env.DOCS_BASE ?? '/',
  cleanUrls: false,
  metaChunk: true,
  lastUpdated: false,
  ignoreDeadLinks: [/^\/apidocs\//],
  markdown: {
    config(md) {
      // A line does not break within an option, such as --label-offsets.
      const code = md.renderer.rules.code_inline
      md.renderer.rules.code_inline = (...args) =>
        code(...args).replace(/(?<=[ >])--?[a-z][a-z-]*(?=[ <])/g, '<span class="option">$&</span>')
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [{ text: 'Javadoc', link: '/apidocs/index.html', target: '_blank' }],
    sidebar: Object.entries(groups).map(([text, pages]) => ({
      text,
      items: Object.entries(pages).map(([page, title]) => ({
        text: title,
        link: page === 'README' ? '/' : `/${page}`,
      })),
    })),
  },
})
