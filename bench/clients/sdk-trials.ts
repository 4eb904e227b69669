import type { ClientTrial } from './client-trial.ts'
import { runProgram } from './run-program.ts'

/** A program of ours that uses a package as its documentation says. */
function trial(
  client: string,
  what: string,
  packages: readonly string[],
  [program, ...argv]: readonly [string, ...string[]],
  unfolded?: string,
): ClientTrial {
  return {
    client,
    what,
    packages,
    ...(unfolded !== undefined && { unfolded }),
    play: (room) => runProgram(room, program, argv),
  }
}

const OTHER_PATHS = 'passed through'
const AI_SDK = ['ai', '@ai-sdk/openai']
const LANGCHAIN = ['@langchain/openai', '@langchain/core']

export const SDK_TRIALS: readonly ClientTrial[] = [
  trial('OpenAI SDK', 'chat completions, tools, streams', ['openai'], ['openai-chat.js']),
  trial('OpenAI SDK', 'Responses API, reasoning, tools, streams', ['openai'], ['openai-responses.js']),
  trial(
    'OpenAI SDK',
    'embeddings, files, images, audio, moderations, batches, vector stores',
    ['openai'],
    ['openai-other-paths.js'],
    OTHER_PATHS,
  ),
  trial('Anthropic SDK', 'messages, thinking, tools, streams', ['@anthropic-ai/sdk'], ['anthropic-messages.js']),
  trial(
    'Anthropic SDK',
    'count_tokens, batches, files, models',
    ['@anthropic-ai/sdk'],
    ['anthropic-other-paths.js'],
    OTHER_PATHS,
  ),
  trial(
    'AI SDK',
    'the default call of its OpenAI provider (Responses API, stored items)',
    AI_SDK,
    ['ai-sdk.js', 'default'],
    'refers to items that the provider stores (`item_reference`)',
  ),
  trial('AI SDK', 'the same with `store: false`', AI_SDK, ['ai-sdk.js', 'unstored']),
  trial('AI SDK', '`openai.chat()`', AI_SDK, ['ai-sdk.js', 'chat']),
  trial('LangChain', '`ChatOpenAI`, chat completions', LANGCHAIN, ['langchain.js', 'chat']),
  trial('LangChain', '`ChatOpenAI`, Responses API', LANGCHAIN, ['langchain.js', 'responses']),
  trial('OpenAI Agents SDK', 'Responses API', ['@openai/agents', 'openai'], ['openai-agents.js', 'responses']),
  trial('OpenAI Agents SDK', 'chat completions', ['@openai/agents', 'openai'], ['openai-agents.js', 'chat']),
]
