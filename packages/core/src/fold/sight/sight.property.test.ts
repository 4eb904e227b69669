import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { turnOf, type WireFormat } from '../../conversation.ts'
import { splice } from '../../wire/splice.ts'
import { findProblem } from '../../wire/validate.ts'
import { fold } from '../fold.ts'
import { DEFAULT_POLICY, type Policy } from '../policy.ts'
import type { FoldState } from '../state.ts'
import { bodyOf, conversationOf, countTokens, requestsOf, transcript, type WireMessage } from '../talk.fixture.ts'
import { agentTalk, type Step, steps } from './agent-talk.fixture.ts'
import { hasReference, type Line, linesOf, type Output, outputsOf, wholeSource } from './read-sent.fixture.ts'

/** One seed for all properties of a run: all get the same sessions, which are then played once. */
const RUNS = { numRuns: 10, seed: Math.floor(Math.random() * 2 ** 31) }
const formats: readonly WireFormat[] = ['openai-chat', 'anthropic-messages']

interface Sent {
  readonly body: string
  readonly foldedAt: number
  readonly outputs: readonly Output[]
  /** The outputs of the same calls as the client sent them. */
  readonly originals: ReadonlyMap<string, string>
}

/** A long tail, so that a fold often separates references from their targets. */
const POLICY: Policy = {
  ...DEFAULT_POLICY,
  tools: { ...DEFAULT_POLICY.tools, code: { ...DEFAULT_POLICY.tools.code, tailShare: 0.2 } },
}

function send(format: WireFormat, request: readonly WireMessage[], state?: FoldState): Sent & { state: FoldState } {
  const conversation = conversationOf(format, request)
  const result = fold({ transcript: transcript(conversation), state, policy: POLICY, count: countTokens })
  const body = splice(conversation, result.edits)
  const turn = turnOf(conversation)
  const originals = new Map(outputsOf(bodyOf(format, request), turn).map((output) => [idOf(output), output.text]))
  return { body, foldedAt: result.state.foldedAt, outputs: outputsOf(body, turn), originals, state: result.state }
}

const played = new Map<string, readonly Sent[]>()

/** Plays a session step by step, with the memory of the steps before. */
function play(format: WireFormat, all: readonly Step[]): readonly Sent[] {
  const name = `${format} ${JSON.stringify(all)}`
  const known = played.get(name)
  if (known) return known
  let state: FoldState | undefined
  const sent = requestsOf(agentTalk(format, all)).map((request) => {
    const { state: next, ...rest } = send(format, request, state)
    state = next
    return rest
  })
  played.set(name, sent)
  return sent
}

function idOf({ callId, isGiven }: Output): string {
  return `${callId} ${isGiven}`
}

/** The lines of an output as the client sent it, with their numbers. */
function originalLines(text: string): Line[] {
  const lines: Line[] = []
  const isNumbered = /^ *\d+→/.test(text)
  for (const line of text.split('\n')) {
    const match = isNumbered ? /^ *(\d+)→(.*)$/s.exec(line) : null
    lines.push(match ? [Number(match[1]), match[2]!] : [(lines.at(-1)?.[0] ?? 0) + 1, line])
  }
  return lines
}

describe.each(formats)('references to output in sight on %s', (format) => {
  it("name complete output in the same request, and reconstruct exactly the tool's output", () => {
    fc.assert(
      fc.property(steps, (all) => {
        for (const { outputs, originals } of play(format, all)) {
          for (const output of outputs) {
            const original = originals.get(idOf(output))!
            const whole = wholeSource(output, outputs)
            if (whole) expect(originals.get(idOf(whole))).toBe(original)
            if (output.name.startsWith('lookup')) continue
            expect(linesOf(output, outputs)).toEqual(originalLines(original))
            // If the output has no line numbers, the text itself is reconstructed.
            if (output.name.startsWith('cat'))
              expect(
                linesOf(output, outputs)
                  .map(([, text]) => text)
                  .join('\n'),
              ).toBe(original)
          }
        }
      }),
      RUNS,
    )
  })

  it('are the same without memory of earlier turns', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const requests = requestsOf(agentTalk(format, all))
        const remembered = play(format, all)
        for (const index of [5, 9, requests.length - 2, requests.length - 1]) {
          const request = requests[index]
          if (request) expect(send(format, request).body).toBe(remembered[index]!.body)
        }
      }),
      RUNS,
    )
  })

  it('are unchanged until the next fold', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const sent = play(format, all)
        for (const [index, now] of sent.entries()) {
          const before = sent[index - 1]
          if (!before || before.foldedAt !== now.foldedAt) continue
          expect(messagesOf(now.body).slice(0, messagesOf(before.body).length)).toEqual(messagesOf(before.body))
        }
      }),
      RUNS,
    )
  })

  it('never occur in an error message, and leave every request valid', () => {
    fc.assert(
      fc.property(steps, (all) => {
        for (const { body, outputs, originals } of play(format, all)) {
          expect(findProblem(format, body)).toBeUndefined()
          for (const output of outputs)
            if (output.name.startsWith('Bash')) expect(output.text).toBe(originals.get(idOf(output)))
        }
      }),
      RUNS,
    )
  })

  it('are made, and replaced with the lines when their target is folded', () => {
    let referring = 0
    let restored = 0
    fc.assert(
      fc.property(steps, (all) => {
        const sent = play(format, all)
        for (const [index, { outputs, foldedAt }] of sent.entries()) {
          const before = new Map(sent[index - 1]?.outputs.map((output) => [idOf(output), output.text]))
          for (const output of outputs) {
            const { text } = output
            if (hasReference(text)) referring++
            const was = before.get(idOf(output))
            if (was !== undefined && was !== text && foldedAt > sent[index - 1]!.foldedAt) restored++
          }
        }
      }),
      { ...RUNS, seed: 7 },
    )
    expect(referring).toBeGreaterThan(100)
    expect(restored).toBeGreaterThan(0)
  })
})

function messagesOf(body: string): string[] {
  return (JSON.parse(body) as { messages: unknown[] }).messages.map((message) => JSON.stringify(message))
}
