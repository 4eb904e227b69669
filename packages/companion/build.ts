import { join } from 'node:path'
import { bundlePackage } from '../../build/bundle.ts'

const HERE = import.meta.dirname

/** Usage: node build.ts [FOLDER]. The default folder is `dist`. */
await bundlePackage({
  folder: HERE,
  out: process.argv[2] ?? join(HERE, 'dist'),
  entries: { main: 'src/main.ts' },
  // Hooks start this command while an agent waits, and a smaller file loads sooner.
  minify: true,
})
