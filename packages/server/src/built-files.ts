import { fileURLToPath } from 'node:url'

/**
 * True in the built package. There, `build.ts` writes all code as JavaScript into one folder, and the data of the core
 * into its subfolder `data`. In the repository, Node runs the TypeScript sources.
 */
const IS_BUILT = import.meta.filename.endsWith('.js')

/** The command line that runs this copy of the command. */
export const COMMAND = IS_BUILT ? 'npx pleat-server' : 'npm run pleat-server --'

/** The entry module of a worker thread, from `adapters/threads`. */
export function threadModule(name: 'compression-thread' | 'transcript-thread'): URL {
  return new URL(IS_BUILT ? `./${name}.js` : `./adapters/threads/${name}.ts`, import.meta.url)
}

/** The entry module of the command. */
export function mainModule(): string {
  return fileURLToPath(new URL(IS_BUILT ? './main.js' : './main.ts', import.meta.url))
}

/** The path of a data file of the core. */
export function coreDataFile(name: string): string {
  return fileURLToPath(
    IS_BUILT ? new URL(`./data/${name}`, import.meta.url) : import.meta.resolve(`@pleat/core/data/${name}`),
  )
}
