import { describe, expect, test } from 'vitest'
import { type AgentBehaviour, requestsOf } from './agents.ts'
import { type Costs, needsOf } from './needs.ts'

const SECONDS = 1800
const BEHAVIOUR: AgentBehaviour = {
  agents: 500,
  thinkSeconds: 60,
  stepsPerTask: 8,
  toolSeconds: 4,
  answerSeconds: 12,
  tokensPerStep: 1500,
  systemTokens: 6000,
  mostTokens: 120_000,
}
const COSTS: Costs = {
  cpuMs: (tokens) => 1 + tokens / 20_000,
  memoryPerToken: 10,
  workerMegabytes: 200,
  transactions: 2,
  rows: 4,
  walBytes: 1000,
  redisCommands: 3,
  redisInPerToken: 1,
  redisOutBytes: 500,
  snapshotPerToken: 1,
}

function needsFor(changes: Partial<AgentBehaviour> = {}) {
  const behaviour = { ...BEHAVIOUR, ...changes }
  return needsOf(requestsOf(behaviour, SECONDS), { behaviour, costs: COSTS, seconds: SECONDS, coresPerNode: 4 })
}

describe('a simulation of agents', () => {
  const needs = needsFor()

  test('sends the requests that its mean times allow', () => {
    // A task takes 8 answers, 7 pauses for tools and one of the user.
    const expected = (BEHAVIOUR.agents * 8) / (8 * 12 + 7 * 4 + 60)
    expect(needs.requestsPerSecond / expected).toBeGreaterThan(0.95)
    expect(needs.requestsPerSecond / expected).toBeLessThan(1.05)
  })

  test('has as many requests in flight as arrive in the time of an answer', () => {
    expect(needs.inFlight / (needs.requestsPerSecond * 12)).toBeGreaterThan(0.93)
    expect(needs.inFlight / (needs.requestsPerSecond * 12)).toBeLessThan(1.1)
    expect(needs.mostInFlight).toBeGreaterThan(needs.inFlight)
  })

  test('needs the CPU time of its requests, at 60 % utilisation, and one node more', () => {
    expect(needs.busyCores).toBeCloseTo((needs.requestsPerSecond * needs.cpuMsPerRequest) / 1000, 5)
    expect(needs.nodes).toBe(Math.ceil(needs.busyCores / 0.6 / 4) + 1)
  })

  test('needs twice as much for twice as many agents', () => {
    const twice = needsFor({ agents: 2 * BEHAVIOUR.agents })
    expect(twice.busyCores / needs.busyCores).toBeGreaterThan(1.9)
    expect(twice.busyCores / needs.busyCores).toBeLessThan(2.1)
    expect(twice.postgres.transactions / twice.requestsPerSecond).toBeCloseTo(2, 5)
  })

  test('is the same each time', () => {
    expect(needsFor()).toEqual(needs)
  })
})
