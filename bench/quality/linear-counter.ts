import { encodingOf } from '../../packages/core/src/tokens/encoding.ts'

/** The function of `gpt-tokenizer/encoding/o200k_base` that the measuring scripts use. */
export const countTokens = encodingOf('o200k').count
