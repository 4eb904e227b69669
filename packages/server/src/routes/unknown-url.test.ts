import { describe, expect, it } from 'vitest'
import { unknownUrlMessage } from './unknown-url.ts'

const ROUTES = [
  { url: '/v1/chat/completions', method: 'POST' },
  { url: '/v1/messages', method: 'POST' },
  { url: '/v1/models/:id', method: 'GET' },
  { url: '/health', method: 'GET' },
]

describe('the message for an unknown URL', () => {
  it('reports one /v1 too many or too few in the base URL', () => {
    for (const path of ['/v1/v1/messages', '/v1/v1/models/gpt-4o', '/v1/v1/embeddings'])
      expect(unknownUrlMessage(ROUTES, path, ['/v1'])).toContain('leave it out of the base URL')
    for (const path of ['/chat/completions', '/models/gpt-4o', '/files/file-1/content'])
      expect(unknownUrlMessage(ROUTES, path, ['/v1'])).toContain('end the base URL with it')
  })

  it('names the path and the paths that are served', () => {
    for (const path of ['/v1/v1/nowhere', '/nowhere', '/']) {
      const message = unknownUrlMessage(ROUTES, path, ['/v1'])
      expect(message).toContain(`Unknown request URL: ${path}.`)
      expect(message).toContain('/v1/chat/completions')
      expect(message).not.toContain('base URL')
    }
  })

  it('reports that the operator has closed the path', () => {
    expect(unknownUrlMessage(ROUTES, '/v1/embeddings', [])).toContain('since PLEAT_PASS_THROUGH is off')
    const some = unknownUrlMessage(ROUTES, '/v1/embeddings', ['/v1/files', '/v1/audio'])
    expect(some).toContain('since PLEAT_PASS_THROUGH is /v1/files,/v1/audio')
  })

  it('is one short line for any path', () => {
    const message = unknownUrlMessage(ROUTES, `/\n\u2028${'a'.repeat(5000)}`, ['/v1'])
    expect(message).toMatch(/^[\x20-\x7e]{1,300}$/)
  })
})
