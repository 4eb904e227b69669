import { termId } from '../../words/words.ts'
import type { SpokenWord } from '../content.ts'
import type { Value } from './value.ts'
import { baseOf, isIrregular } from './verb-base.ts'
import { wordSet } from './word-set.ts'

const FUNCTION_WORDS = wordSet(
  `a an the this that these those there here i me my mine we us our ours you your yours he him his she her hers it its they them their theirs
is are was were am be been being do does did done have has had having will would can could shall should may might must
and or but so as if than then also too very really just quite rather pretty still already even ever any all both about around
of to in on at by for with from into onto upon over during per until till since before after up out off down
what which who whom whose when where why how one s t m ve re d ll
i'm i've i'd i'll it's that's we're we've they're he's she's you're there's
not no never nor none nothing nobody neither cannot can't don't doesn't didn't isn't aren't wasn't weren't won't hasn't haven't hadn't couldn't shouldn't wouldn't
actually sorry wait oops correction update meant mean misspoke wrong mistaken mistake bad typo error scratch strike turns turned apologies
now longer anymore instead today changed change moved move switched switch postponed rescheduled pushed bumped raised lowered reduced increased extended shortened
went rose dropped fell new checked again double-checked okay ok yes well oh hmm hm ah uh um hey anyway myself yourself himself herself itself ourselves please thanks think believe guess probably maybe perhaps likely exactly roughly currently made right correct
say says said told tell tells according apparently reportedly least most called named`,
)
/** What a statement is about, in terms: see `Claim`. */
export interface ClaimTerms {
  readonly context: readonly number[]
  readonly all: readonly number[]
  readonly replaced: readonly number[]
  readonly compounds: readonly number[]
}

/** The term of a word, by its base form, so that "went" and "go" meet. */
export function claimTerm(word: SpokenWord): number {
  return isIrregular(word.lower) || !word.term ? termId(baseOf(word.lower)) : word.term
}

/** Sorts the content words of a statement into what it is about and what it says to hold no longer. */
export function claimTerms(
  read: string,
  words: readonly SpokenWord[],
  found: { readonly values: readonly Value[]; isReplaced(at: number): boolean },
): ClaimTerms {
  const context: number[] = []
  const all: number[] = []
  const replaced: number[] = []
  const compounds: number[] = []
  const isValue = new Uint8Array(words.length)
  for (const value of found.values) isValue.fill(1, value.from, value.to + 1)
  let previous = 0
  let previousEnd = -1
  words.forEach((word, at) => {
    if (FUNCTION_WORDS.has(word.lower)) return
    const term = claimTerm(word)
    const first = word.lower.charCodeAt(0)
    const isFigure = first >= 48 && first <= 57
    if (previousEnd >= 0 && !isFigure && word.start - previousEnd === 1 && read.charCodeAt(previousEnd) === 32)
      compounds.push(previous, term)
    previous = term
    previousEnd = isFigure ? -1 : word.end
    if (found.isReplaced(word.start)) add(replaced, term)
    else {
      add(all, term)
      if (!isValue[at]) add(context, term)
    }
  })
  return { context, all, replaced, compounds }
}

/** Sentences are short: looking is cheaper than a set. */
function add(terms: number[], term: number): void {
  if (!terms.includes(term)) terms.push(term)
}
