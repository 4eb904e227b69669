import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** One file of the dashboard as it is served. */
export interface PageFile {
  readonly type: string
  readonly bytes: Buffer
  /** The value of the header `ETag`. */
  readonly tag: string
}

/** The page itself. */
export const INDEX = 'index.html'

/** Our own modules and styles, beside the page. */
const OWN = [
  'accounts.js',
  'action.js',
  'activity.js',
  'api.js',
  'app.js',
  'chart.js',
  'compare.js',
  'comparison.js',
  'csv.js',
  'failed-open.js',
  'folds.js',
  'format.js',
  'html.js',
  'key-columns.js',
  'key-form.js',
  'keys.js',
  'ledger.js',
  'load.js',
  'overview.js',
  'pages.css',
  'parts.js',
  'session.js',
  'sessions.js',
  'sign-in.js',
  'styles.css',
  'table.js',
  'tag-cloud.js',
  'transcript.js',
  'try-it.js',
  'usage-table.js',
] as const

/** Files of packages, by the name that they are served under. */
const OF_PACKAGES: Readonly<Record<string, readonly [name: string, path: string]>> = {
  'preact.js': ['preact', 'dist/preact.mjs'],
  'preact-hooks.js': ['preact', 'hooks/dist/hooks.mjs'],
  'htm.js': ['htm', 'dist/htm.mjs'],
  'uplot.js': ['uplot', 'dist/uPlot.esm.js'],
  'uplot.css': ['uplot', 'dist/uPlot.min.css'],
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
}

const require = createRequire(import.meta.url)
const kept = new Map<string, PageFile>()

/** The page, or one of `PAGE_FILES`. Read from the disk once. */
export function readPageFile(name: string): PageFile {
  const known = kept.get(name)
  if (known) return known
  const bytes = readFileSync(pathOf(name))
  const file = {
    type: TYPES[name.split('.').at(-1)!]!,
    bytes,
    tag: `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`,
  }
  kept.set(name, file)
  return file
}

/** The names that are served, without the page itself. */
export const PAGE_FILES: readonly string[] = [...OWN, ...Object.keys(OF_PACKAGES)]

function pathOf(name: string): string {
  const ofPackage = OF_PACKAGES[name]
  if (!ofPackage) return join(import.meta.dirname, 'page', name)
  const [packageName, path] = ofPackage
  return join(packageDirectory(packageName), path)
}

/** The directory of a package that may not export its package.json. */
function packageDirectory(name: string): string {
  const suffix = join('node_modules', name)
  const start = dirname(require.resolve(name))
  let directory = start
  while (!directory.endsWith(suffix)) {
    const parent = dirname(directory)
    if (parent === directory) throw new Error(`could not find ${suffix} above ${start}`)
    directory = parent
  }
  return directory
}
