import fastify from 'fastify'
import { expect, test } from 'vitest'
import { addMetrics } from './metrics.ts'

test('the port of the API names the port on which the metrics are served, also with a token', async () => {
  const framework = fastify()
  addMetrics(framework, { token: 'a-token', port: 9464, page: { contentType: 'text/plain', text: async () => '' } })
  const headers = { authorization: 'Bearer a-token' }
  const { message } = (await framework.inject({ url: '/metrics', headers })).json<{ message: string }>()
  expect(message).toBe('Metrics are not served here. They are served on port 9464 (PLEAT_METRICS_PORT).')
})
