import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const HERE = import.meta.dirname
const OUT = join(HERE, 'dist')

/** Bundles the command with all it needs, so that installing it installs one package. */
async function build(): Promise<void> {
  rmSync(OUT, { recursive: true, force: true })
  const bundle = await rolldown({
    input: join(HERE, 'src/main.ts'),
    platform: 'node',
    // Some packages name their modules for bundlers only; the other form finds its own parts at run time.
    resolve: { mainFields: ['module', 'main'] },
  })
  const { output } = await bundle.write({
    dir: OUT,
    format: 'esm',
    minify: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  })
  await bundle.close()
  chmodSync(join(OUT, 'main.js'), 0o755)
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
  writeFileSync(join(OUT, 'THIRD-PARTY-LICENSES.txt'), licencesOf(modules))
}

/** Licences of everybody else's code in the bundle, as they ask for. */
function licencesOf(modules: readonly string[]): string {
  const folders = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []))
  return [...folders]
    .sort()
    .map(licenceOf)
    .join(`\n${'-'.repeat(80)}\n`)
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^(?:licen[cs]e|copying)/i.test(entry))
  const text = file === undefined || !existsSync(join(folder, file)) ? '' : readFileSync(join(folder, file), 'utf8')
  return `${name} ${version} (${license})\n\n${text.trim()}\n`
}

await build()
