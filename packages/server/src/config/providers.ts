/** A provider whose API this server speaks. */
export type Provider = 'openai' | 'anthropic'

/** Display name, variables and default address of a provider. */
export interface ProviderSettings {
  readonly label: string
  readonly keyVariable: string
  readonly urlVariable: string
  readonly defaultUrl: string
}

/** All providers, in display order. */
export const PROVIDERS: Readonly<Record<Provider, ProviderSettings>> = {
  openai: {
    label: 'OpenAI',
    keyVariable: 'OPENAI_API_KEY',
    urlVariable: 'PLEAT_OPENAI_URL',
    defaultUrl: 'https://api.openai.com/v1',
  },
  anthropic: {
    label: 'Anthropic',
    keyVariable: 'ANTHROPIC_API_KEY',
    urlVariable: 'PLEAT_ANTHROPIC_URL',
    defaultUrl: 'https://api.anthropic.com',
  },
}

/** The names of all providers, in display order. */
export const PROVIDER_NAMES = Object.keys(PROVIDERS) as readonly Provider[]

/** The display name of an upstream. The default upstream of an API has the name of its provider. */
export function labelOf(upstream: string): string {
  const provider = PROVIDER_NAMES.find((name) => name === upstream)
  return provider === undefined ? upstream : PROVIDERS[provider].label
}
