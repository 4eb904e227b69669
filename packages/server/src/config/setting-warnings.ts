import { baseAddress } from './base-address.ts'

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
  const warnings: string[] = []
  if (!isLoopback(host)) {
    warnings.push(
      `PLEAT_HOST is ${host}: other machines can reach this server, and the traffic is not encrypted. Put a proxy with TLS in front of it, or listen on 127.0.0.1`,
    )
  }
  const openAi = baseAddress(settings.PLEAT_OPENAI_URL, 'openai')
  if (!VERSION.test(openAi.path)) {
    const base = openAi.origin + openAi.path
    warnings.push(
      `PLEAT_OPENAI_URL is ${base}, without /v1: requests go to ${base}/chat/completions. Most servers want ${base}/v1`,
    )
  }
  const anthropic = baseAddress(settings.PLEAT_ANTHROPIC_URL, 'anthropic')
  if (VERSION.test(anthropic.path)) {
    const base = anthropic.origin + anthropic.path
    warnings.push(
      `PLEAT_ANTHROPIC_URL is ${base}: requests go to ${base}/v1/messages. Leave the version out of the address`,
    )
  }
  return warnings
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}
