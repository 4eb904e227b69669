/** A provider whose API this server speaks. */
export type Provider = 'openai' | 'anthropic'

/** What the configuration has to know of a provider: its name for people, its variables, its address. */
export interface ProviderSettings {
  readonly label: string
  readonly keyVariable: string
  readonly urlVariable: string
  readonly defaultUrl: string
}

/** The providers there are, in the order in which they are shown. */
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

/** The names of the providers, in the order in which they are shown. */
export const PROVIDER_NAMES = Object.keys(PROVIDERS) as readonly Provider[]

/** The upstream of this name as people know it. The default of an API has the name of its provider. */
export function labelOf(upstream: string): string {
  const provider = PROVIDER_NAMES.find((name) => name === upstream)
  return provider === undefined ? upstream : PROVIDERS[provider].label
}
