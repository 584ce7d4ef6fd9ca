// SPDX-License-Identifier: Apache-2.0
// The pages are those of docs/, as they are; only the navigation is made here. A page that is in no group fails the build.
import { readdirSync } from 'node:fs'
import { defineConfig } from 'vitepress'

const groups = {
  'Start': {
    'README': 'What it is for',
    'inspect': 'See what is in a file',
    'report': 'A report to look at',
    'cli': 'The command line',
    'migration': 'Coming from another tool',
    'from-im2rec': 'Coming from im2rec',
    'troubleshooting': 'What a message means',
    'tuning': 'What to set, and when',
    'configuration': 'Every setting',
  },
  'Make records': {
    'pack': 'Pack files and images',
    'images': 'Images, resized and in batches',
    'index': 'Indexes',
    'append': 'Add to a set',
    'arrange': 'Shuffle, split, reshard, sample',
    'insightface': 'InsightFace sets',
  },
  'Trust your data': {
    'verify': 'Find damage, rescue the rest',
    'reliability': 'What survives what',
    'security': 'Security and Kerberos',
  },
  'Read records': {
    'readers': 'Pipelines for trainers',
    'mapreduce': 'MapReduce',
    'indexed': 'Records by number',
    'streaming': 'Streaming and the older API',
    'hive': 'Hive',
    'spark': 'Spark',
    'flink': 'Flink',
  },
  'Sparse rows': {
    'libsvm': 'LibSVM, LibFM and CSV',
    'stats': 'Statistics',
    'csr': 'CSR shards',
    'csr-layouts': 'CSR, byte by byte',
    'xgboost': 'XGBoost',
    'sagemaker': 'SageMaker',
  },
  'Other formats': {
    'export': 'WebDataset, TFRecord, Parquet, MDS',
  },
  'Record stores': {
    'store': 'Stores',
    'store-engines': 'Stores in the engines',
    'store-design': 'How they are built',
  },
  'Clusters': {
    'cluster': 'A cluster on one machine',
    's3a': 'Object stores',
    'scale': 'Scale',
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
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [{ text: 'Javadoc', link: '/apidocs/index.html', target: '_blank' }],
    sidebar: Object.entries(groups).map(([text, pages]) => ({
      text,
      items: Object.entries(pages).map(([page, title]) => ({
        text: title,
        link: page === 'README' ? '/' : page === 'index' ? '/indexes' : `/${page}`,
      })),
    })),
  },
})
