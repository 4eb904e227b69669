import { createServer, type ServerResponse } from 'node:http'
import { announce } from './announce.ts'

/**
 * A stand-in provider: reads the whole request and sends a fixed answer, as JSON or, with the header
 * `x-bench-answer: stream`, as events. Runs as its own process.
 */
const ANSWER = Buffer.from(
  JSON.stringify({
    id: 'chatcmpl-stand-in',
    object: 'chat.completion',
    created: 0,
    model: 'gpt-4o',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: 'The second shipment left on time; the first is still waiting for its papers. '.repeat(5),
        },
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 1000, completion_tokens: 80, total_tokens: 1080 },
  }),
)

const EVENTS = 20
const EVENT_INTERVAL_MS = 1
const EVENT = `data: ${JSON.stringify({
  id: 'chatcmpl-stand-in',
  object: 'chat.completion.chunk',
  created: 0,
  model: 'gpt-4o',
  choices: [{ index: 0, delta: { content: ' on time' }, finish_reason: null }],
})}\n\n`

const server = createServer({ noDelay: true, keepAliveTimeout: 600_000, requestTimeout: 0 }, (request, response) => {
  request.resume()
  request.on('end', () => {
    if (request.headers['x-bench-answer'] === 'stream') answerEvents(response)
    else answerJson(response)
  })
})

function answerJson(response: ServerResponse): void {
  response.writeHead(200, ['Content-Type', 'application/json', 'Content-Length', String(ANSWER.length)])
  response.end(ANSWER)
}

function answerEvents(response: ServerResponse): void {
  response.writeHead(200, ['Content-Type', 'text/event-stream'])
  response.write(EVENT)
  let sent = 1
  const timer = setInterval(() => {
    if (sent++ < EVENTS) response.write(EVENT)
    else {
      clearInterval(timer)
      response.end('data: [DONE]\n\n')
    }
  }, EVENT_INTERVAL_MS)
}

announce(server)
