import { type Reply, WAYS } from './ask-model.ts'
import type { WrittenConversation } from './conversations/conversation.ts'
import { MODEL_NAME, RUNTIME_NAME } from './model-files.ts'
import {
  LEAST_BEYOND,
  MARGIN,
  problemsIn,
  type Row,
  repliesOf,
  rowsOf,
  type Score,
  type Scores,
  scoresOf,
} from './verdict.ts'

/** The table for a terminal: a line for each conversation, one for all short ones and one for all long ones. */
export function tableOf(conversations: readonly WrittenConversation[], replies: readonly Reply[]): string {
  const width = (cells: readonly string[]): string => cells.map((cell, i) => cell.padEnd(i ? 14 : 18)).join('')
  const head = ['conversation', 'turns', 'full', 'folded', 'emptied', 'prompt: full', ' folded']
  return [head, ...cellsOf(conversations, replies)].map((cells) => width(cells).trimEnd()).join('\n')
}

/** The Markdown report that the command writes. */
export function pageOf(conversations: readonly WrittenConversation[], replies: readonly Reply[]): string {
  const lines = cellsOf(conversations, replies).map((cells) => `| ${cells.join(' | ')} |`)
  return `# A real model behind Pleat

Made by \`npm run test:model\`: ${MODEL_NAME} on ${RUNTIME_NAME}, one thread, always the likeliest token,
behind a running Pleat server, with OpenAI's official SDK as the client. The first three turns contain the facts that the
questions ask for. Each fact is asked for in three wordings, and each question goes to the model three times: after the full history,
after the folded history, and after none. An answer is right if it contains the fact. The model is very small, with two bits per
weight. The test shows whether it finds the facts in a folded history as well as in the full one. It does not judge the quality of
the answers.

| conversation | turns | full | folded | emptied | prompt: full | folded |
|---|---|---|---|---|---|---|
${lines.join('\n')}

Each cell gives the number of right answers and of questions. The length of prompts is the mean over the questions, in tokens of
the model. "Does not fit": the prompt exceeds the model's window of 2,048 tokens, and the response is \`context_length_exceeded\`.
The command fails when folded histories give fewer right answers than full ones that fit (by over ${percent(MARGIN)} of the
questions), when they give less than ${percent(LEAST_BEYOND)} where full ones do not fit, or when a question is answered without any
history. ✓: the answer contains the fact.${unmetDemands(conversations, replies)}

| asked | full | folded | emptied |
|---|---|---|---|
${questionLines(replies).join('\n')}
`
}

/** A paragraph with the demands that this run does not meet; empty if it meets all. */
function unmetDemands(conversations: readonly WrittenConversation[], replies: readonly Reply[]): string {
  const problems = problemsIn(conversations, replies)
  return problems.length === 0 ? '' : `\n\n**This run fails:** ${problems.join(' ')}`
}

function cellsOf(conversations: readonly WrittenConversation[], replies: readonly Reply[]): string[][] {
  const all = (isShort: boolean, name: string): string[][] => {
    const rows = rowsOf(
      conversations.filter((each) => each.isShort === isShort),
      replies,
    )
    if (rows.length === 0) return []
    const together = scoresOf(repliesOf(conversations, replies, isShort))
    return [...rows.map(rowCells), ...(rows.length > 1 ? [scoreCells(name, '', together)] : [])]
  }
  return [...all(true, 'that fit'), ...all(false, 'that do not fit')]
}

function rowCells({ conversation, scores }: Row): string[] {
  return scoreCells(conversation.name, String(conversation.turns.length), scores)
}

function scoreCells(name: string, turns: string, { full, folded, emptied }: Scores): string[] {
  return [name, turns, rightOf(full), rightOf(folded), rightOf(emptied), countOf(full), countOf(folded)]
}

function rightOf({ right, asked, refused }: Score): string {
  return refused === asked && asked > 0 ? 'does not fit' : `${right} of ${asked}`
}

function countOf({ promptTokens }: Score): string {
  return promptTokens === undefined ? '> 2,048' : promptTokens.toLocaleString('en-US')
}

function questionLines(replies: readonly Reply[]): string[] {
  const asked = new Map<string, Reply[]>()
  for (const reply of replies) {
    const key = `${reply.conversation}: ${reply.question}`
    asked.set(key, [...(asked.get(key) ?? []), reply])
  }
  return [...asked].map(([key, given]) => {
    const cells = WAYS.map((way) => {
      const reply = given.find((each) => each.way === way)
      if (!reply) return ''
      return reply.answer === undefined ? 'does not fit' : `${reply.isRight ? '✓' : '✗'} ${oneCell(reply.answer)}`
    })
    return `| ${key} | ${cells.join(' | ')} |`
  })
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}

/** An answer escaped for a table cell. */
function oneCell(answer: string): string {
  return answer.replace(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;')
}
