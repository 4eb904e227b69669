import type { Provider } from './providers.ts'
import type { UpstreamRoute } from './upstream-route.ts'

/** A provider's name in the GenAI conventions, and its address. */
export interface ProviderAddress {
  readonly name: string
  readonly host: string
  readonly port: number
}

/** Names of services that offer another provider's API, by the end of their host name. */
const NAMES_BY_HOST: readonly (readonly [suffix: string, name: string])[] = [
  ['.openai.azure.com', 'azure.ai.openai'],
  ['.services.ai.azure.com', 'azure.ai.inference'],
  ['.cognitiveservices.azure.com', 'azure.ai.openai'],
  ['generativelanguage.googleapis.com', 'gcp.gemini'],
  ['aiplatform.googleapis.com', 'gcp.vertex_ai'],
  ['.api.aws', 'aws.bedrock'],
  ['.amazonaws.com', 'aws.bedrock'],
  ['api.groq.com', 'groq'],
  ['api.x.ai', 'x_ai'],
  ['api.mistral.ai', 'mistral_ai'],
  ['api.deepseek.com', 'deepseek'],
  ['api.cohere.com', 'cohere'],
  ['api.perplexity.ai', 'perplexity'],
]

/** The addresses of upstreams by name. */
export function providerAddresses(upstreams: readonly UpstreamRoute[]): Readonly<Record<string, ProviderAddress>> {
  return Object.fromEntries(upstreams.map(({ name, api, base }) => [name, addressOf(api, new URL(base.origin))]))
}

/** Maps each upstream to the first one at the same address. Metrics that have only the address count for the first. */
export function firstAtAddress(addresses: Readonly<Record<string, ProviderAddress>>): ReadonlyMap<string, string> {
  const first = new Map<string, string>()
  return new Map(
    Object.entries(addresses).map(([upstream, { name, host, port }]) => {
      const key = `${name} ${host} ${port}`
      if (!first.has(key)) first.set(key, upstream)
      return [upstream, first.get(key)!]
    }),
  )
}

function addressOf(provider: Provider, { hostname, port, protocol }: URL): ProviderAddress {
  const known = NAMES_BY_HOST.find(([suffix]) => hostname === suffix.replace(/^\./, '') || hostname.endsWith(suffix))
  const usualPort = protocol === 'https:' ? 443 : 80
  return { name: known?.[1] ?? provider, host: hostname, port: port === '' ? usualPort : Number(port) }
}
