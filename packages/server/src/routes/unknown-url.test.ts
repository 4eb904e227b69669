import { describe, expect, it } from 'vitest'
import { unknownUrlMessage } from './unknown-url.ts'

const ROUTES = [
  { url: '/v1/chat/completions', method: 'POST' },
  { url: '/v1/messages', method: 'POST' },
  { url: '/v1/models/:id', method: 'GET' },
  { url: '/health', method: 'GET' },
]

describe('what is said of an unknown URL', () => {
  it('is that the base URL has one /v1 too many or too few', () => {
    for (const path of ['/v1/v1/messages', '/v1/v1/models/gpt-4o'])
      expect(unknownUrlMessage(ROUTES, path)).toContain('leave it out of the base URL')
    for (const path of ['/chat/completions', '/models/gpt-4o'])
      expect(unknownUrlMessage(ROUTES, path)).toContain('end the base URL with it')
  })

  it('names the path and what is served elsewhere', () => {
    for (const path of ['/v1/responses', '/v1/v1/responses', '/nowhere', '/']) {
      const message = unknownUrlMessage(ROUTES, path)
      expect(message).toContain(`Unknown request URL: ${path}.`)
      expect(message).toContain('/v1/chat/completions')
      expect(message).not.toContain('base URL')
    }
  })

  it('is one short line whatever the path holds', () => {
    const message = unknownUrlMessage(ROUTES, `/\n\u2028${'a'.repeat(5000)}`)
    expect(message).toMatch(/^[\x20-\x7e]{1,300}$/)
  })
})
