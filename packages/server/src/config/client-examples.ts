import type { Provider } from './providers.ts'

/** Examples that point the clients of one provider at this server. `url` is the server's address without `/v1`. */
export interface ClientExamples {
  /** Lines of a request to paste into a shell. */
  request(url: string, key: string): readonly string[]
  /** Ways to point clients here, each with lines to paste into a shell. */
  readonly clients: readonly { readonly name: string; lines(url: string, key: string): readonly string[] }[]
}

/** Client examples by provider. */
export const CLIENT_EXAMPLES: Readonly<Record<Provider, ClientExamples>> = {
  openai: {
    request: (url, key) => [
      `curl -i ${url}/v1/chat/completions \\`,
      `  -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\`,
      `  -d '{"model":"gpt-5.5","messages":[{"role":"user","content":"Say hello."}]}'`,
    ],
    clients: [
      {
        name: 'OpenAI SDKs',
        lines: (url, key) => [`export OPENAI_BASE_URL=${url}/v1`, `export OPENAI_API_KEY=${key}`],
      },
    ],
  },
  anthropic: {
    request: (url, key) => [
      `curl -i ${url}/v1/messages \\`,
      `  -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -H 'anthropic-version: 2023-06-01' \\`,
      `  -d '{"model":"claude-haiku-5-5","max_tokens":100,"messages":[{"role":"user","content":"Say hello."}]}'`,
    ],
    clients: [
      {
        name: 'Anthropic SDKs',
        lines: (url, key) => [`export ANTHROPIC_BASE_URL=${url}`, `export ANTHROPIC_API_KEY=${key}`],
      },
      {
        name: 'Claude Code',
        lines: (url, key) => [`ANTHROPIC_BASE_URL=${url} ANTHROPIC_AUTH_TOKEN=${key} claude`],
      },
    ],
  },
}
