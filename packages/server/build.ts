import { cpSync } from 'node:fs'
import { basename, join } from 'node:path'
import { bundlePackage } from '../../build/bundle.ts'

const HERE = import.meta.dirname
const THREADS = 'src/adapters/threads'

/** Usage: node build.ts [FOLDER]. The default folder is `dist`. */
const out = process.argv[2] ?? join(HERE, 'dist')
// `src/built-files.ts` looks for the threads and the data folder by these names.
await bundlePackage({
  folder: HERE,
  out,
  entries: {
    main: 'src/main.ts',
    'compression-thread': `${THREADS}/compression-thread.ts`,
    'transcript-thread': `${THREADS}/transcript-thread.ts`,
  },
  // Keeps the names of functions in the log's stack traces.
  minify: false,
})
cpSync(join(HERE, 'src/dashboard/page'), join(out, 'page'), { recursive: true })
cpSync(join(HERE, '../core/data'), join(out, 'data'), {
  recursive: true,
  filter: (path) => !basename(path).startsWith('.'),
})
