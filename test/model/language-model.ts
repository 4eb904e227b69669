import { pathToFileURL } from 'node:url'
import type { ModelFiles } from './model-files.ts'

export type Token = number & { readonly __token?: never }

/** A language model that continues a prompt by greedy decoding. */
export interface LanguageModel {
  /** Tokens of prompt and answer together. */
  readonly windowTokens: number
  tokensOf(prompt: string): readonly Token[]
  /** The pieces of the answer as they are generated, at most `most` tokens. Ends when the model ends its answer. */
  continue(prompt: readonly Token[], most: number): AsyncIterable<string>
  close(): Promise<void>
}

/** The used part of the runtime, which is not installed at type check. */
interface Runtime {
  getLlama(options: object): Promise<{ loadModel(options: object): Promise<RuntimeModel>; dispose(): Promise<void> }>
}

interface RuntimeModel {
  readonly trainContextSize: number
  readonly tokens: { readonly bos: Token | null }
  tokenize(text: string, hasSpecialTokens: boolean): Token[]
  detokenize(tokens: readonly Token[], hasSpecialTokens?: boolean, before?: readonly Token[]): string
  isEogToken(token: Token): boolean
  createContext(options: object): Promise<{ getSequence(): RuntimeSequence }>
}

interface RuntimeSequence {
  readonly nextTokenIndex: number
  adaptStateToTokens(tokens: readonly Token[]): Promise<void>
  evaluate(tokens: readonly Token[], options: object): AsyncIterable<Token>
}

/** One thread, since two that wait for each other are many times slower on a busy machine. */
const THREADS = 1
const BATCH_TOKENS = 128

/** Loads the model into this process; no graphics card is used, so that every machine computes the same. */
export async function loadLanguageModel(files: ModelFiles & { kind: 'installed' }): Promise<LanguageModel> {
  const { getLlama } = (await import(pathToFileURL(files.runtime).href)) as Runtime
  const llama = await getLlama({ gpu: false, build: 'never', logLevel: 'error', progressLogs: false })
  const model = await llama.loadModel({ modelPath: files.model })
  const windowTokens = model.trainContextSize
  const context = await model.createContext({ contextSize: windowTokens, batchSize: BATCH_TOKENS, threads: THREADS })
  const sequence = context.getSequence()
  return {
    windowTokens,
    tokensOf: (prompt) => [...(model.tokens.bos === null ? [] : [model.tokens.bos]), ...model.tokenize(prompt, true)],
    async *continue(prompt, most) {
      // The prefix in common with the previous prompt is not evaluated again.
      await sequence.adaptStateToTokens(prompt.slice(0, -1))
      const said: Token[] = []
      for await (const token of sequence.evaluate(prompt.slice(sequence.nextTokenIndex), { temperature: 0 })) {
        if (model.isEogToken(token)) return
        yield model.detokenize([token], false, said.length ? said : prompt)
        said.push(token)
        if (said.length === most) return
      }
    },
    close: () => llama.dispose(),
  }
}
