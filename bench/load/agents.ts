import { seededRandom } from '../../test/stand-in/seeded-random.ts'

/** How agents behave; times in seconds. Distributions are exponential around their mean unless stated otherwise. */
export interface AgentBehaviour {
  readonly agents: number
  /** Time between the answer to a task and the next message of the user. */
  readonly thinkSeconds: number
  /** Requests of a task, geometric around this mean. Each of them except the last calls a tool. */
  readonly stepsPerTask: number
  /** Time between a response and the request with the results of its tools. */
  readonly toolSeconds: number
  /** Time between a request and the end of its response. */
  readonly answerSeconds: number
  /** Tokens that a step adds to the history: the answer and the results of tools. */
  readonly tokensPerStep: number
  /** Tokens of instructions and tools, in each request. */
  readonly systemTokens: number
  /**
   * Tokens of a history at which a conversation ends and a new one begins: uniform from a fifth of this number to all of it.
   */
  readonly mostTokens: number
}

/** A request of an agent. */
export interface AgentRequest {
  readonly at: number
  readonly seconds: number
  /** Tokens of the client's request, before it is folded. */
  readonly tokens: number
  readonly isFirst: boolean
}

interface Agent {
  at: number
  tokens: number
  endTokens: number
  stepsLeft: number
  isFirst: boolean
}

/** All requests of the agents within `seconds`, agent by agent. Each agent starts in the middle of a conversation. */
export function* requestsOf(behaviour: AgentBehaviour, seconds: number, seed = 1): Generator<AgentRequest> {
  const random = seededRandom(seed)
  const exponential = (mean: number) => -mean * Math.log(1 - random())
  const { thinkSeconds, stepsPerTask, toolSeconds, answerSeconds, tokensPerStep, systemTokens, mostTokens } = behaviour
  const steps = () => 1 + Math.floor(Math.log(1 - random()) / Math.log(1 - 1 / stepsPerTask))
  const begin = (agent: Agent): void => {
    agent.tokens = systemTokens
    agent.endTokens = mostTokens * (0.2 + 0.8 * random())
    agent.isFirst = true
  }
  for (let index = 0; index < behaviour.agents; index++) {
    const agent: Agent = { at: 0, tokens: 0, endTokens: 0, stepsLeft: steps(), isFirst: true }
    begin(agent)
    // At a random position in a conversation and in a pause, as at any moment of a busy day.
    agent.tokens += random() * (agent.endTokens - systemTokens)
    agent.isFirst = false
    agent.at = random() * (thinkSeconds + stepsPerTask * (toolSeconds + answerSeconds))
    while (agent.at < seconds) {
      const answer = exponential(answerSeconds)
      yield { at: agent.at, seconds: answer, tokens: agent.tokens, isFirst: agent.isFirst }
      agent.isFirst = false
      agent.tokens += exponential(tokensPerStep)
      agent.stepsLeft--
      if (agent.tokens > agent.endTokens) begin(agent)
      if (agent.stepsLeft > 0) agent.at += answer + exponential(toolSeconds)
      else {
        agent.stepsLeft = steps()
        agent.at += answer + exponential(thinkSeconds)
      }
    }
  }
}
