import type { Provider } from '../ports.ts'
import { PROVIDER_NAMES } from './providers.ts'

/** How the GenAI conventions name a provider, and where it is. */
export interface ProviderAddress {
  readonly name: string
  readonly host: string
  readonly port: number
}

/** Services behind an API of another's shape, by the end of their host name. */
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

/** The addresses behind the configured base URLs. */
export function providerAddresses(
  urls: Readonly<Record<Provider, string>>,
): Readonly<Record<Provider, ProviderAddress>> {
  const entries = PROVIDER_NAMES.map((provider) => [provider, addressOf(provider, new URL(urls[provider]))] as const)
  return Object.fromEntries(entries) as Record<Provider, ProviderAddress>
}

function addressOf(provider: Provider, { hostname, port, protocol }: URL): ProviderAddress {
  const known = NAMES_BY_HOST.find(([suffix]) => hostname === suffix.replace(/^\./, '') || hostname.endsWith(suffix))
  const usualPort = protocol === 'https:' ? 443 : 80
  return { name: known?.[1] ?? provider, host: hostname, port: port === '' ? usualPort : Number(port) }
}
