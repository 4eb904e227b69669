/** The settings that can cause a warning. */
interface WarnedSettings {
  readonly PLEAT_HOST: string
  readonly PLEAT_OPENAI_URL: string
  readonly PLEAT_ANTHROPIC_URL: string
}

/** A version in the path of an address: `/v1`, `/v1beta/openai`. */
const VERSION = /\/v\d[^/]*(?:\/|$)/

/** Warnings about values that are valid but probably wrong. */
export function settingWarnings({ PLEAT_HOST: host, ...settings }: WarnedSettings): string[] {
  const { PLEAT_OPENAI_URL: openAi, PLEAT_ANTHROPIC_URL: anthropic } = settings
  const warnings: string[] = []
  if (!isLoopback(host)) {
    warnings.push(
      `PLEAT_HOST is ${host}: other machines can reach this server, and the traffic is not encrypted. Put a proxy with TLS in front of it, or listen on 127.0.0.1`,
    )
  }
  if (!VERSION.test(new URL(openAi).pathname)) {
    warnings.push(
      `PLEAT_OPENAI_URL is ${openAi}, without /v1: requests go to ${openAi}/chat/completions. Most servers want ${openAi}/v1`,
    )
  }
  if (VERSION.test(new URL(anthropic).pathname)) {
    warnings.push(
      `PLEAT_ANTHROPIC_URL is ${anthropic}: requests go to ${anthropic}/v1/messages. Leave the version out of the address`,
    )
  }
  return warnings
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}
