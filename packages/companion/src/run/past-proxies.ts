import type { Variables } from '../config/environment.ts'
import type { VariableChanges } from './tools.ts'

/** The host of the relay. */
const HOST = '127.0.0.1'

/** Adds the relay to the exceptions from the user's HTTP proxies: they cannot reach it, and must not see its requests. */
export function pastProxies(variables: Variables): VariableChanges {
  return {
    NO_PROXY: withHost(variables.NO_PROXY || variables.no_proxy),
    no_proxy: withHost(variables.no_proxy || variables.NO_PROXY),
  }
}

function withHost(exceptions: string | undefined): string {
  if (!exceptions?.trim()) return HOST
  // Some tools understand an asterisk only without other exceptions.
  return exceptions.trim() === '*' ? exceptions : `${exceptions},${HOST}`
}
