import { describe, expect, it } from 'vitest'
import { readContextError } from './context-error.ts'

const openai = (message: string, code: string | null = 'context_length_exceeded') =>
  JSON.stringify({ error: { message, type: 'invalid_request_error', param: 'messages', code } })
const anthropic = (message: string) =>
  JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } })

describe('the error of a request that is too long', () => {
  it.each([
    [
      'OpenAI',
      openai("This model's maximum context length is 4097 tokens. However, your messages resulted in 6988 tokens."),
      { windowTokens: 4097, promptTokens: 6988 },
    ],
    [
      'OpenAI with room for the answer',
      openai(
        "This model's maximum context length is 4097 tokens. However, you requested 4231 tokens (3975 in your prompt; 256 for the completion).",
      ),
      { windowTokens: 4097, promptTokens: 3975 },
    ],
    [
      'the Responses API',
      openai('Your input exceeds the context window of this model. Please adjust your input and try again.'),
      { windowTokens: undefined, promptTokens: undefined },
    ],
    [
      'Anthropic',
      anthropic('prompt is too long: 208310 tokens > 200000 maximum'),
      { windowTokens: 200_000, promptTokens: 208_310 },
    ],
    [
      'Anthropic with room for the answer',
      anthropic(
        'input length and `max_tokens` exceed context limit: 178959 + 64000 > 200000, decrease input length or `max_tokens` and try again',
      ),
      { windowTokens: 200_000, promptTokens: 178_959 },
    ],
    [
      'vLLM',
      JSON.stringify({
        object: 'error',
        message:
          "This model's maximum context length is 16384 tokens. However, you requested 122946 tokens (112946 in the messages, 10000 in the completion).",
        type: 'BadRequestError',
        code: 400,
      }),
      { windowTokens: 16_384, promptTokens: 112_946 },
    ],
    [
      'vLLM with a lower bound of the prompt',
      openai(
        "This model's maximum context length is 262144 tokens. However, you requested 128000 output tokens and your prompt contains at least 134145 input tokens",
        null,
      ),
      { windowTokens: 262_144, promptTokens: undefined },
    ],
    [
      'llama.cpp',
      JSON.stringify({
        error: {
          code: 400,
          message: 'too long',
          type: 'exceed_context_size_error',
          n_prompt_tokens: 14_429,
          n_ctx: 8192,
        },
      }),
      { windowTokens: 8192, promptTokens: 14_429 },
    ],
    [
      'llama-cpp-python',
      JSON.stringify({
        error: { message: 'Requested tokens (2285) exceed context window of 2048', type: 'server_error' },
      }),
      { windowTokens: 2048, promptTokens: undefined },
    ],
    [
      'LM Studio',
      JSON.stringify({
        error:
          'Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
      }),
      { windowTokens: 4096, promptTokens: undefined },
    ],
    [
      'Gemini',
      JSON.stringify([
        {
          error: { message: 'The input token count (1066750) exceeds the maximum number of tokens allowed (1048575).' },
        },
      ]),
      { windowTokens: 1_048_575, promptTokens: 1_066_750 },
    ],
  ])('is recognised in the words of %s', (_name, body, expected) => {
    expect(readContextError(body)).toEqual(expected)
  })

  it.each([
    ['another problem', openai("Invalid value: 'robot'.", 'invalid_value')],
    [
      'an answer that is too long for the model',
      openai('max_tokens is too large: 64000. This model supports at most 16384.', null),
    ],
    ['text', 'Bad Request'],
    ['nothing', ''],
    ['a list', '[1,2]'],
  ])('is not recognised in %s', (_name, body) => {
    expect(readContextError(body)).toBeUndefined()
  })

  it('is parsed quickly at any length', () => {
    const startedAt = performance.now()
    const digits = '9'.repeat(1_000_000)
    expect(
      readContextError(openai(`maximum context length is ${digits} tokens (${digits} in the messages`)),
    ).toBeDefined()
    readContextError(`prompt is too long: ${'1 tokens > '.repeat(100_000)}`)
    expect(performance.now() - startedAt).toBeLessThan(500)
  })
})
