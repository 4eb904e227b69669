import { TRIGGER } from './triggers.ts'

/** What would answer a question: 'any' takes every statement about its topic. */
export type Wanted = 'time' | 'amount' | 'person' | 'place' | 'reason' | 'choice' | 'yes-no' | 'any'

const INVERTED =
  /^(?:(?:and|so|but|ok|okay|also|hi|hey|hello|well|now|then|please|sorry|thanks|btw|by the way)[, ]+)*(?:(?:what|which|who|whom|whose|when|where|why|how)(?: \S+){0,3}? ?(?:'s|is|are|was|were|do|does|did|can|could|will|would|should|has|have|had|shall|may)\b|(?:who|what|which) (?:owns|has|makes|runs|wrote|made|sent|needs|knows|takes|pays|paid|signed|leads)\b|(?:can|could|would|will|do|does|did|is|are|was|were|should|shall|has|have|am|may) (?:i|you|he|she|it|we|they|there|this|that|the|my|your|our|anyone|someone|these|those)\b)/
const TAG =
  /(?:^|[, ])(?:right|ok|okay|eh|huh|correct|agreed|deal|see|you know|y'know|innit|or what|or something)\s*\?$|, ?(?:no|yes|(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)(?:n't)? (?:i|you|he|she|it|we|they|there|that))\s*\?$/
const SOCIAL =
  /\bhow (?:are|r) (?:you|u|things|ya)\b|\bhow(?:'s| is| are| was) (?:it going|everything|life|things)\b|\bhow have you been\b|\bhow do you do\b|\bwhat(?:'s| is) (?:up|new|going on with you)\b|\banything new\?|\bwho (?:cares|knew|would have thought)\b|^(?:but |and )?who knows\?|\bwhy not\?$|^(?:(?:and|so|oh|well|but|hey)[, ]+)?(?:you )?(?:know|guess) what\b|\bhow (?:cool|great|nice|awesome|hard|lucky|amazing|cute|sweet|bad) (?:is|are|was|can|could) (?:it|that|this|those|these)\b|\bcan you (?:believe|imagine)\b|\bam i right\b|\bwhat could (?:possibly )?go wrong\b|\bwhat's not to (?:like|love)\b|^(?:isn't|aren't|wasn't) (?:it|that|this|she|he|they|those) (?:so |just |such )?(?:a |an )?(?:great|nice|lovely|amazing|beautiful|wonderful|awesome|cool|something|cute)\b|\banything else\b|\bhow (?:can|may|could) i (?:help|assist)\b|\bdoes (?:that|this|it) (?:make sense|help|sound (?:good|right|okay|ok|fair))\b|\bmake sense\?|\bgot it\?|\bare you kidding\b|\bhave you ever seen (?:such|anything)\b|\bwho doesn't\b|\bisn't that\?|\bremember\?$|\bsound(?:s)? good\?$|^so what\?|^(?:what|how) about that\?$/

/** Whether a sentence asks for something: no tag ("right?"), greeting, exclamation or closing phrase. Lower case, covered. */
export function isQuestion(text: string, wordCount: number): boolean {
  const trimmed = text.trim().replace(/(?<![∎"'”’)\]*_])[∎"'”’)\]*_]+$/u, '')
  const marked = /(?<![?!])!*\?[?!]*$/.test(trimmed)
  if (!marked && (!INVERTED.test(trimmed) || /[.!:;…]$/.test(trimmed) || wordCount < 3)) return false
  if (
    TAG.test(trimmed) &&
    !/\b(?:or|which|what|when|where|who|why|how)\b/.test(trimmed.slice(0, trimmed.lastIndexOf(',')))
  )
    return false
  if (SOCIAL.test(trimmed)) return false
  return wordCount > 1 || /^(?:why|when|where|who|how|which)\b/.test(trimmed)
}

/** What kind of statement would answer it. */
export function wantedBy(text: string): Wanted {
  const asked =
    /\b(what|which|who|whom|whose|when|where|why|how|whats|what's|who's|where's|when's|how's)\b(?: (\S+))?(?: (\S+))?/.exec(
      text,
    )
  const isInverted =
    /^(?:(?:and|so|but|ok|okay|also|hi|hey|well|now|then|sorry|wait)[, ]+)*(?:can|could|would|will|do|does|did|don't|doesn't|didn't|is|isn't|are|aren't|was|were|should|shall|has|have|am|may|won't|any)\b/.test(
      text,
    )
  if (
    isInverted &&
    !(
      asked &&
      /^(?:do|does|can|could|would) (?:you|anyone|anybody|he|she) (?:know|tell|remember|recall|say|happen)\b/.test(text)
    )
  )
    return / or (?!not\b)/.test(text) && !/^(?:can|could|would|will) you\b/.test(text)
      ? 'choice'
      : isRequest(text)
        ? 'any'
        : 'yes-no'
  if (!asked) return 'any'
  const [, word, next = '', after = ''] = asked
  if (word!.startsWith('when')) return 'time'
  if (word === 'who' || word === 'whom' || word === 'whose' || word === "who's") return 'person'
  if (word!.startsWith('where')) return 'place'
  if (word === 'why') return 'reason'
  if (word === 'how' && /^(?:many|much|long|old|often|far|big|tall|heavy|high|fast|late|large|wide|deep)$/.test(next))
    return 'amount'
  if ((word === 'what' || word === 'which') && /^(?:time|date|day|year|month|hour|weekday)$/.test(next)) return 'time'
  if (
    /^what/.test(word!) &&
    /\b(?:price|cost|number|size|age|weight|budget|deadline|phone number|total|percentage|rate|score|height|temperature)\b/.test(
      `${next} ${after}`,
    )
  )
    return 'amount'
  return 'any'
}

function isRequest(text: string): boolean {
  return /\b(?:can|could|would|will) you\b|\b(?:can|could|may) i (?:get|have|see)\b|\bwould you mind\b/.test(text)
}

const DEFLECTING =
  /\b(?:i (?:really |honestly |also |still )?(?:don't|do not|didn't) (?:know|remember|recall|have (?:any |the |that |an |access)*(?:idea|information|access|details|data|answer|clue|record|info|knowledge)?)|i have no (?:idea|information|clue|record|access|details|data)|no (?:idea|clue)\b|not sure\b|i'm unsure|let me (?:check|see|look|find|think|ask|get back|verify|investigate|confirm)|(?:i|we)(?:'ll| will| can| would| would have to| have to|'d have to| need to| must|'d need to| am going to|'m going to| should| may have to) (?:\w+ )?(?:check|ask|look (?:at|into|it up|that up|up)|look$|find out|get back|let you know|see\b|test|try|think about|verify|investigate|confirm|dig)|(?:i )?(?:can't|cannot|can not|couldn't) (?:really )?(?:say|tell|recall|remember|answer|find)|hard to (?:say|tell)|hasn't been (?:decided|announced|confirmed)|(?:haven't|have not|hasn't|has not|didn't) (?:\w+ )?(?:tested|checked|tried|decided|looked|heard|received|been told|asked|seen|figured)|not (?:yet )?(?:decided|known|clear|announced)|too early to|before (?:that|i|we|you)\b|no information|unknown|good question|(?:ask|check with) (?:\w+ )?(?:instead|first)|tbd|to be (?:decided|determined|confirmed)|will (?:tell|let) you|get back to you|(?:still|am|are|i'm) (?:checking|waiting|looking)|^checking|waiting (?:for|on)|(?:has|have)(?:n't| not) (?:yet )?(?:given|provided|disclosed|published|released|explained|shared)|i(?:'m| am) (?:no|not an?) (?:lawyer|doctor|expert|accountant|vet)|better (?:to )?ask|beats me|who knows|i forget|i forgot|wish i knew)\b/
const TOPIC_CHANGE =
  /^(?:by the way|btw|anyway|anyways|before (?:that|i|we)|unrelated|on another (?:note|topic)|speaking of|in other news|meanwhile|separately|first,? (?:please|could|can|a )|oh,|new topic|different topic|also,|one more thing|side note|quick note|fyi|hold on|wait|reminder)\b/
const AFFIRMING =
  /^(?:(?:oh|well|hm+|haha|hi|so|thanks|sorry|ah|unfortunately|sadly|luckily|fortunately)[,! ]+)*(?:yes|yeah|yep|yup|no|nope|nah|sure|of course|certainly|absolutely|definitely|not (?:in|on|for|if|unless|with|necessarily|always|all|this|until|without|by|as|really|at all|any ?more|exactly|quite|yet|that i know|so far)|correct|exactly|indeed|probably|maybe|sometimes|always|never|rarely|often|usually|kind of|sort of|mostly|only|it (?:does|is|did|was|will|has|can|should|doesn't|isn't|didn't|wasn't|won't)|(?:they|we|you|i|he|she|that|there) (?:do|are|did|were|will|have|can|should|don't|aren't|didn't|won't|haven't|does|is|was|has|doesn't|isn't|hasn't|wasn't|can't|am|would|could)|please do|go ahead|neither|both|either|all of|none|happy to|i'd|sounds good|works for me|that works|for sure|totally|in part|partly|nearly|almost|close|roughly|more or less|as long as|depends)\b/
const ANAPHORIC =
  /^(?:(?:oh|well|hm+|so|ok|okay|sure|yes|no|thanks|hi|great|right|certainly|of course)[,!. ]+)*(?:it|it's|its|that|that's|they|they're|this|these|there|there's|he|she|he's|she's|because|by|use|run|try|just|go|hold|click|open|press|take|put|add|set|here|here's|you (?:can|could|need|should|have|must|just)|i (?:would|'d|recommend|suggest|like|love|prefer|use|chose|picked|went|want)|i'd|i'll|we (?:should|could|need)|one|to \w+|under|in|on|at|from|behind|next to|either|mostly|both|for|with|after|turn|type|select|install|hit|mix|soak|wait|remove|replace|cut|start|check|make|keep|first|then|via|as|pull|push|yellow|only)\b/

/** Whether a statement puts the answer off or says that there is none. */
export function deflects(text: string): boolean {
  return DEFLECTING.test(text)
}

/** Whether a reply opens with another topic. */
export function changesTopic(text: string): boolean {
  return TOPIC_CHANGE.test(text)
}

/** Whether a statement opens as the answer to yes-or-no. */
export function affirms(text: string): boolean {
  return AFFIRMING.test(text)
}

/** Whether a statement opens as something that only makes sense as a continuation of what was asked. */
export function continues(text: string): boolean {
  return ANAPHORIC.test(text)
}

/** Whether a statement is of the kind that is wanted; `signs` are those of its words. */
export function isOfKind(
  wanted: Wanted,
  statement: { readonly text: string; readonly written: string; readonly signs: number },
): boolean {
  const { text, written, signs } = statement
  switch (wanted) {
    case 'time':
      return (signs & TRIGGER.time) !== 0
    case 'amount':
      return (signs & TRIGGER.amount) !== 0
    case 'place':
      return (signs & TRIGGER.place) !== 0 || /\/\w/.test(text)
    case 'reason':
      return (signs & TRIGGER.reason) !== 0
    case 'person':
      return NAMED.test(written) || PERSON.test(text)
    default:
      return true
  }
}

/** A capital inside the sentence, or a name that stands alone or acts at its start. */
const NAMED =
  /[\p{Ll},:] \p{Lu}\p{Ll}|^\p{Lu}[\p{L}'-]*(?:[.!]|$| (?:did|does|is|was|has|and|signed|paid|wrote|sent|made|\p{Lu}))/u
const PERSON = /^(?:i|we|he|she|they|my \w+|our \w+|nobody|everyone)\b|\bby (?:the|my|our|his|her)\b/
