import { registerHooks } from 'node:module'

/**
 * The measuring scripts count with gpt-tokenizer. Loaded before them, this module gives them our counter instead, which returns
 * the same numbers (`encoding.test.ts` compares the two) in a fraction of the time.
 */

const PACKAGE = /\/gpt-tokenizer\/(?:cjs|esm)\/encoding\/o200k_base\.js$/
const OURS = new URL('linear-counter.ts', import.meta.url).href

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context)
    return PACKAGE.test(resolved.url) ? { url: OURS, shortCircuit: true } : resolved
  },
})
