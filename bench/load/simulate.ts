import { parseArgs } from 'node:util'
import { type AgentBehaviour, requestsOf } from './agents.ts'
import { readFigures } from './figures.ts'
import { costsOf, type Needs, needsOf } from './needs.ts'
import { tables, writeScale } from './scale-page.ts'

const HELP = `npm run scale -- [options]

Simulate agents that think, call tools and grow histories for an hour, and compute the resources that they need from
the figures of npm run bench:load: nodes, cores, memory, writes of PostgreSQL, memory and traffic of Valkey,
connections and file descriptors. Writes the tables of docs/scale.md after a run with the default options.

Options:
  --agents N   concurrent agents (default 10000)
  --think S    seconds between an answer and the next message of a user, on average (default 60)
  --steps N    requests of a task, on average (default 8)
  --tool S     seconds that a tool takes, on average (default 4)
  --answer S   seconds that the provider takes, on average (default 12)
  --tokens N   tokens that a step adds to the history, on average (default 1500)
  --most N     tokens of the longest conversations (default 120000)
  --cores N    cores of a node (default 8)
  --json       print the figures as JSON
  --help       show this

Example:
  npm run scale -- --agents 2000 --cores 4`

const DEFAULTS = { agents: 10_000, think: 60, steps: 8, tool: 4, answer: 12, tokens: 1500, most: 120_000, cores: 8 }
const SYSTEM_TOKENS = 6000
const SECONDS = 3600

function simulate(given: typeof DEFAULTS): Needs {
  const behaviour: AgentBehaviour = {
    agents: given.agents,
    thinkSeconds: given.think,
    stepsPerTask: given.steps,
    toolSeconds: given.tool,
    answerSeconds: given.answer,
    tokensPerStep: given.tokens,
    systemTokens: SYSTEM_TOKENS,
    mostTokens: given.most,
  }
  const costs = costsOf(readFigures())
  return needsOf(requestsOf(behaviour, SECONDS), { behaviour, costs, seconds: SECONDS, coresPerNode: given.cores })
}

function main(): void {
  const option = { type: 'string' } as const
  const options = Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, option]))
  const { values } = parseArgs({ options: { ...options, json: { type: 'boolean' }, help: { type: 'boolean' } } })
  if (values.help) {
    console.log(HELP)
    return
  }
  const { json, help: _, ...given } = values
  const needs = simulate({ ...DEFAULTS, ...numbersIn(given) })
  if (Object.keys(given).length === 0) writeScale(needs, readFigures())
  console.log(json ? JSON.stringify(needs, null, 2) : tables(needs))
}

function numbersIn(given: Readonly<Record<string, unknown>>): Readonly<Record<string, number>> {
  const numbers = Object.entries(given).map(([name, value]) => [name, Number(value)] as const)
  const wrong = numbers.find(([, value]) => !(value > 0))
  if (wrong) throw new Error(`--${wrong[0]} must be a number above 0.`)
  return Object.fromEntries(numbers)
}

try {
  main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
