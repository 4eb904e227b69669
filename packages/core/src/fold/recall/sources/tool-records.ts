import type { Language } from '../../../lexicon/languages.ts'
import { addCount } from '../../../maps.ts'
import { sumOf } from '../../../sum.ts'
import { genreOf } from '../../genre.ts'
import { type Entity, type EntityField, entitiesAmong } from '../../tool-data/entities.ts'
import { outputIn } from '../../transcript.ts'
import { newestAndBestMatches } from '../rank.ts'
import { type Allocation, LINE_TOKENS, type Proposal, type RecallRequest, type RecallSource } from '../recall-source.ts'
import { asksForFacts } from '../wishes.ts'
import { stemsOf as stemsOfWords } from '../word-stems.ts'

/**
 * Records in tool output that a message names, by a word of their name or of a value that few of them have. Each key is
 * quoted with its newest value, under the turn in which the tool returned it. Values that are already sent are left
 * out.
 */
export const toolRecords: RecallSource = { value: 0.35, propose }

/**
 * Limits of the algorithm: the newest messages that are read, the best matches before them, the characters of tool output that
 * are read for one question (at most twice, in about 20 ms), and the characters of the question that are searched for names.
 */
const MAX_READ = { newest: 128, matching: 24, characters: 32_000, question: 4000 }

function* propose(request: RecallRequest, allocation: Allocation): Generator<Proposal> {
  const { state, features, policy, query } = request
  const { substance, share, ...most } = policy.recall.sources.toolRecords
  if (!asksForFacts(query.cues, features, policy.recall) || features.substance > substance) return
  if (state.toolMessages === 0 || genreOf(state, policy) === 'code') return
  const asked = stemsOf(query.text, query.cues.language)
  const named = namedEntities(request, asked)
  const isSent = sentIn(request)
  let left = Math.min(most.tokens, allocation.left)
  for (const { entity, match } of named.slice(0, most.entities)) {
    if (match < share * named[0]!.match) return
    const unsent = entity.fields.filter((field) => field.index < state.boundary && !isSent(entity, field))
    for (const proposal of proposalsOf(request, { ...entity, fields: unsent }, { asked, left })) {
      left -= proposal.tokens
      yield proposal
    }
  }
}

/** The fields of an entity that fit, by message: first those whose key is in the question, then the newest. */
function proposalsOf(
  { query, count }: RecallRequest,
  { name, fields }: Entity,
  { asked, left }: { readonly asked: ReadonlySet<string>; readonly left: number },
): readonly Proposal[] {
  const isAsked = ({ key }: EntityField): boolean => intersects(asked, stemsOf(key, query.cues.language))
  const taken = new Map<number, Set<EntityField>>()
  let room = left
  for (const field of [...fields.filter(isAsked), ...fields.filter((each) => !isAsked(each)).reverse()]) {
    const beside = taken.get(field.index)
    const tokens = count(` ${field.text}`) + (beside ? 0 : count(name) + LINE_TOKENS)
    if (tokens > room) continue
    room -= tokens
    taken.set(field.index, (beside ?? new Set()).add(field))
  }
  return [...taken].map(([index, chosen]) => {
    const told = fields.filter((field) => chosen.has(field)).map(({ text }) => text)
    const text = [name, ...told].join(' ')
    return { index, text, tokens: count(text) + LINE_TOKENS, isPart: true, isOfTool: true }
  })
}

interface Named {
  readonly entity: Entity
  /** Information of the words that name it. */
  readonly match: number
}

/** The entities that a question names, the surest first; of equal ones the newest. */
function namedEntities(request: RecallRequest, asked: ReadonlySet<string>): readonly Named[] {
  const output = toolOutput(request)
  const { transcript } = request
  if (output.isReadable) return rank(request, asked, entitiesAmong(transcript, output.indices))
  const first = output.holding(beginnings(asked))
  const named = rank(request, asked, entitiesAmong(transcript, first))
  const { entities } = request.policy.recall.sources.toolRecords
  // Their newest values may be in output that has no word of the question.
  const later = output.holding(named.slice(0, entities).map(({ entity }) => entity.owner.toLowerCase()))
  const both = [...new Set([...first, ...later])].sort((a, b) => a - b)
  return both.length === first.length ? named : rank(request, asked, entitiesAmong(transcript, both))
}

function rank(request: RecallRequest, asked: ReadonlySet<string>, entities: readonly Entity[]): readonly Named[] {
  const { language } = request.query.cues
  const begins = beginnings(asked)
  const stems = entities.map(({ name, fields, words }) => {
    const text = [name, ...words, ...fields.map(({ key }) => key)].join(' ')
    // Reading the words of every entity would take longer than the whole recall.
    return holdsAny(text, begins) ? stemsOf(text, language) : NONE
  })
  const times = new Map<string, number>()
  for (const each of stems) {
    for (const stem of each) if (asked.has(stem) && !COUNT.test(stem)) addCount(times, stem)
  }
  const { commonShare } = request.policy.recall.sources.toolRecords
  const most = Math.max(2, commonShare * entities.length)
  const text = request.query.text.slice(0, MAX_READ.question).toLowerCase()
  const asks = (name: string): boolean => intersects(asked, stemsOf(name.replace(/=.*/, ''), language))
  const named = entities.map((entity, place): Named => {
    const isNamed = holdsName(text, entity.owner.toLowerCase()) && (!COUNT.test(entity.owner) || asks(entity.name))
    let match = isNamed ? Math.log(1 + entities.length) : 0
    for (const [stem, number] of times) {
      if (number <= most && stems[place]!.has(stem)) match += Math.log(1 + entities.length / number)
    }
    return { entity, match }
  })
  return named
    .filter(({ match }) => match > 0)
    .reverse()
    .sort((a, b) => b.match - a.match)
}

/** A short number counts something, unless the question says what it numbers: "station 7". */
const COUNT = /^\d{1,3}$/

/** True if a text contains a name as a whole. The words of "web-01" occur in other names too. */
function holdsName(text: string, name: string): boolean {
  // A key of a map may be empty. Empty text is found everywhere.
  if (!name) return false
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!isPartOfWord(text[at - 1]) && !isPartOfWord(text[at + name.length])) return true
  }
  return false
}

function isPartOfWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character)
}

interface ToolOutput {
  readonly indices: readonly number[]
  /** True if all of it is short enough to be read. Otherwise only messages with a word of the question are read. */
  readonly isReadable: boolean
  /** The newest messages with one of these words, within the limit of characters. */
  holding(words: readonly string[]): readonly number[]
}

/** The output of tools in the newest messages, and in those before them that match the question best. */
function toolOutput({ state, query, transcript }: RecallRequest): ToolOutput {
  const indices = newestAndBestMatches(query.scores, state, state.keys.length, MAX_READ)
  const texts = indices.map((index) => outputIn(transcript, index).join('\n'))
  const length = sumOf(texts, (text) => text.length)
  return {
    indices,
    isReadable: length <= MAX_READ.characters,
    holding(words) {
      const held: number[] = []
      let left = MAX_READ.characters
      for (let place = indices.length - 1; place >= 0; place--) {
        const text = texts[place]!
        if (text.length === 0 || text.length > left) continue
        if (!holdsAny(text, words)) continue
        left -= text.length
        held.push(indices[place]!)
      }
      return held.reverse()
    },
  }
}

/** Shorter values and words occur in other ones by chance. */
const LEAST_CHARACTERS = 4

/** Returns a test of fields: true if a digest or an earlier recall contains the field with its entity. */
function sentIn({ state }: RecallRequest): (entity: Entity, field: EntityField) => boolean {
  const lines = [...state.digests, ...state.recalls].flatMap(({ text }) => text.split('\n'))
  // A short value may be part of another one.
  const saysOf = ({ value, text }: EntityField) => (value.length < LEAST_CHARACTERS ? text : value)
  return ({ owner }, field) => lines.some((line) => line.includes(owner) && line.includes(saysOf(field)))
}

const NONE: ReadonlySet<string> = new Set()

/** The stems of a question without their last letter, which inflection may change. */
function beginnings(stems: ReadonlySet<string>): readonly string[] {
  return [...stems].map((stem) => (stem.length > LEAST_CHARACTERS ? stem.slice(0, -1) : stem))
}

function holdsAny(text: string, words: readonly string[]): boolean {
  const known = text.toLowerCase()
  return words.some((word) => known.includes(word))
}

function intersects(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...other].some((each) => one.has(each))
}

/** Stems of the content words of a text, in names with underscores as well. */
function stemsOf(text: string, language: Language): ReadonlySet<string> {
  return stemsOfWords(text.replaceAll('_', ' '), language)
}
