import { join } from 'node:path'
import { bundlePackage } from '../../build/bundle.ts'

const HERE = import.meta.dirname

/** Usage: node build.ts [FOLDER]. Builds into `dist` where no folder is named. */
await bundlePackage({
  folder: HERE,
  out: process.argv[2] ?? join(HERE, 'dist'),
  entries: { main: 'src/main.ts' },
  // Hooks start this command in the middle of somebody's turn, and a shorter file loads sooner.
  minify: true,
})
