import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { BASE_ADDRESS, isBaseAddress } from './base-address.ts'
import { PROVIDERS } from './providers.ts'
import { TELEMETRY_SECRETS } from './telemetry-settings.ts'

/** Log levels in rising order of detail; `silent` logs nothing. */
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** Every variable that is not a secret, with its allowed values and default. */
export const SETTINGS = {
  PLEAT_HOST: text('an address or a host name without spaces', /^\S+$/).default('127.0.0.1'),
  PLEAT_PORT: wholeNumber(0, 65_535).default(8080),
  PLEAT_DATA_DIR: text('the path of a directory', /^[^\0]+$/).default('./data'),
  PLEAT_DATABASE_CONNECTIONS: wholeNumber(1, 1000).default(10),
  PLEAT_DATABASE_GRACE: wholeNumber(0, 86_400).default(300),
  PLEAT_OPENAI_URL: address().default(PROVIDERS.openai.defaultUrl),
  PLEAT_ANTHROPIC_URL: address().default(PROVIDERS.anthropic.defaultUrl),
  PLEAT_RPM: wholeNumber(1, 1_000_000_000).default(2000),
  PLEAT_WORKERS: workers().default(1),
  PLEAT_WARM_UP: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  PLEAT_NODES: wholeNumber(1, 10_000).default(1),
  PLEAT_MAX_BODY_MB: wholeNumber(1, 1024).default(32),
  PLEAT_UPSTREAM_CONNECTIONS: wholeNumber(1, 65_535).default(256),
  PLEAT_MAX_BODIES_MB: wholeNumber(1, 1_048_576).optional(),
  // About three hundred sessions of 100,000 tokens, so that a process of any number of sessions stays below one gigabyte.
  PLEAT_FOLD_MEMORY_MB: wholeNumber(32, 1024).default(192),
  PLEAT_MAX_CONNECTIONS: wholeNumber(16, 1_000_000).default(4096),
  PLEAT_PASS_THROUGH: openPaths().default(['/v1']),
  PLEAT_MAX_PASS_THROUGH_MB: wholeNumber(1, 1_048_576).default(1024),
  PLEAT_CORS_ORIGINS: origins().default([]),
  PLEAT_PUBLIC_URL: address().optional(),
  PLEAT_SIGNUP_URL: url().optional(),
  PLEAT_PRICES: text('the path of a file', /^[^\0]+$/).optional(),
  PLEAT_WINDOWS: text('the path of a file', /^[^\0]+$/).optional(),
  PLEAT_CACHE_PRICES: z.enum(['provider', 'none'], { error: 'must be provider or none' }).default('provider'),
  PLEAT_TAG_CLOUD: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  PLEAT_METRICS_PORT: wholeNumber(0, 65_535).optional(),
  PLEAT_TRACE_FORWARD: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
  PLEAT_MODE: z.enum(['fold', 'observe'], { error: 'must be fold or observe' }).default('fold'),
  PLEAT_HOLDOUT: share().default(0),
  PLEAT_SESSION_DAYS: wholeNumber(1, 365).default(7),
  PLEAT_REQUEST_DAYS: wholeNumber(1, 365).default(7),
  PLEAT_SNAPSHOT_MINUTES: wholeNumber(0, 10_080).default(60),
  // A monthly spending limit reads the usage of up to two months.
  PLEAT_USAGE_DAYS: wholeNumber(62, 36_500).optional(),
  PLEAT_HOLDOUT_DAYS: wholeNumber(1, 365).default(90),
  PLEAT_DRAIN_DELAY_SECONDS: wholeNumber(0, 3600).default(0),
  PLEAT_DRAIN_SECONDS: wholeNumber(0, 86_400).default(600),
  PLEAT_ALERT_AT: shares().default([0.8, 1]),
  PLEAT_ALERT_FAILURES: share().default(0.25),
  PLEAT_ALERT_REPEAT_MINUTES: wholeNumber(1, 10_080).default(60),
  PLEAT_LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
}

/** Every secret variable. Errors name the allowed values and never the rejected one. */
export const SECRET_SETTINGS = {
  OPENAI_API_KEY: headerValue().optional(),
  ANTHROPIC_API_KEY: headerValue().optional(),
  // Checked in `upstreams`.
  PLEAT_UPSTREAMS: z.string().optional(),
  PLEAT_DATABASE_URL: databaseUrl().optional(),
  PLEAT_SECRET: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  PLEAT_SECRET_PREVIOUS: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  PLEAT_ADMIN_TOKEN: headerValue().min(16, { error: 'must have at least 16 characters' }).optional(),
  PLEAT_REDIS_URL: redisAddress().optional(),
  PLEAT_ALERT_URL: url().optional(),
  PLEAT_ALERT_SECRET: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  PLEAT_METRICS_TOKEN: headerValue().min(16, { error: 'must have at least 16 characters' }).optional(),
  http_proxy: proxyAddress().optional(),
  HTTP_PROXY: proxyAddress().optional(),
  https_proxy: proxyAddress().optional(),
  HTTPS_PROXY: proxyAddress().optional(),
  ...TELEMETRY_SECRETS,
  no_proxy: z.string().optional(),
  NO_PROXY: z.string().optional(),
}

/** The variables of `record` that are not blank, trimmed. */
export function presentVariables(record: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const present: Record<string, string> = {}
  for (const [name, value] of Object.entries(record)) {
    const trimmed = value?.trim()
    if (trimmed) present[name] = trimmed
  }
  return present
}

function text(allowed: string, pattern: RegExp) {
  return z.string().regex(pattern, { error: `must be ${allowed}` })
}

function wholeNumber(from: number, to: number) {
  return z
    .string()
    .refine((value) => /^\d{1,15}$/.test(value) && Number(value) >= from && Number(value) <= to, {
      error: `must be a whole number from ${from} to ${to}`,
    })
    .transform(Number)
}

/** A number, or `auto` for the number of cores. */
function workers() {
  return z
    .string()
    .refine((value) => value === 'auto' || (/^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= 256), {
      error: 'must be auto, or a whole number from 1 to 256',
    })
    .transform((value) => (value === 'auto' ? availableParallelism() : Number(value)))
}

/** Parses `5%` as a share from 0 to 1. */
function share() {
  return z
    .string()
    .refine((value) => /^\d{1,3}(?:\.\d{1,4})?\s*%$/.test(value) && Number.parseFloat(value) <= 100, {
      error: 'must be a percentage from 0% to 100%, such as 5%',
    })
    .transform((value) => Number.parseFloat(value) / 100)
}

/** Parses `80%,100%` as rising shares from 0 to 1. */
function shares() {
  return z
    .string()
    .transform((value) => listOf(value).map((entry) => share().safeParse(entry).data ?? 0))
    .refine((list) => list.length > 0 && list.every((each) => each > 0), {
      error: 'must be percentages above 0% and up to 100%, separated by commas, such as 80%,100%',
    })
    .transform((list) => [...new Set(list)].sort((one, other) => one - other))
}

function address() {
  return z.string().refine(isBaseAddress, { error: `must be ${BASE_ADDRESS}` })
}

/** Parses `on`, `off` or path prefixes as the path prefixes that are passed through. */
function openPaths() {
  return z
    .string()
    .transform((value) => (value === 'on' ? ['/v1'] : value === 'off' ? [] : listOf(value)))
    .refine((prefixes) => prefixes.every((prefix) => /^\/v1(?:\/[A-Za-z0-9._:-]+)*$/.test(prefix)), {
      error: 'must be on, off, or path prefixes separated by commas, such as /v1/embeddings,/v1/files',
    })
}

/** Parses origins of web pages in the form in which browsers send them. */
function origins() {
  return z
    .string()
    .transform(listOf)
    .refine((list) => list.every((origin) => /^(?:\*|null|[a-z][a-z0-9+.-]*:\/\/[^\s/?#,]+)$/.test(origin)), {
      error: 'must be *, or origins separated by commas, such as https://app.example,app://obsidian.md',
    })
}

function listOf(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim().replace(/(?<=[^/])\/$/, ''))
    .filter((entry) => entry !== '')
}

function url() {
  return z.string().refine((value) => URL.canParse(value) && /^https?:\/\/[^\s]+$/.test(value), {
    error: 'must be a URL that starts with http:// or https://',
  })
}

/** The value may contain a password. */
function databaseUrl() {
  return z.string().refine((value) => URL.canParse(value) && namesDatabase(new URL(value)) && !/\s/.test(value), {
    error: 'must be the URL of a PostgreSQL database, such as postgres://pleat:password@db.example:5432/pleat',
  })
}

function namesDatabase({ protocol, pathname }: URL): boolean {
  return /^postgres(?:ql)?:$/.test(protocol) && /[^/]$/.test(pathname)
}

/** The value may contain a user and a password. The scheme defaults to http, as in other programs. */
function proxyAddress() {
  return z
    .string()
    .transform((value) => (value.includes('://') ? value : `http://${value}`))
    .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
      error: 'must be the address of an HTTP proxy, such as http://proxy.example:3128',
    })
}

/** The value may contain a user, a password and the number of a database. */
function redisAddress() {
  return z
    .string()
    .transform((value) => value.replace(/^valkey(s?):\/\//, (_, tls) => (tls ? 'rediss://' : 'redis://')))
    .refine(
      (value) => URL.canParse(value) && /^rediss?:$/.test(new URL(value).protocol) && new URL(value).hostname !== '',
      {
        error:
          'must be the address of a Valkey or Redis server, such as redis://redis.example:6379 or, with TLS, rediss://redis.example:6379',
      },
    )
}

function headerValue() {
  return z.string().regex(/^[\x21-\x7e]+$/, { error: 'must be printable ASCII characters without spaces' })
}
