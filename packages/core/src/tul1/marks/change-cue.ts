import { TRIGGER } from './triggers.ts'

/** How plainly a sentence says that it replaces something said before. */
export type ChangeCue = 'none' | 'weak' | 'change' | 'strong'

const STRONG =
  /^(?:(?:a |one |just a |quick |small |minor |slight |little |important )*correction|erratum|errata|typo|(?:small |quick |short |little )?update|edit|fix|(?:small |quick |slight |minor |last-minute |little |one )*changes?(?: of \w+)?)\b ?[:,–—-]|^(?:\w+[,!]? )?(?:make|let's make) (?:it|that)\b|\b(?:i misspoke|i (?:was|am|stand|stood) (?:wrong|mistaken|corrected|incorrect)|i(?:'m| am) mistaken|i (?:actually )?meant\b|i should have (?:said|written|put)|(?:i|that) (?:mis|wrongly |incorrectly )(?:typed|wrote|read|remembered|stated|counted|calculated|heard)|(?:scratch|strike|disregard|ignore|forget|delete) (?:that|what (?:i|we) \w+|my (?:last|earlier|previous|first)|the (?:last|earlier|previous|first))|let me (?:re\w+|\w+ (?:that |it )?again)|my (?:mistake|bad|error|apologies)|let me correct|i need to correct|to correct (?:myself|that|what)|i(?:'ve| have)? (?:made|had|gave|mixed|confused|got|told|quoted|sent)(?: you| that| those)? (?:a |an |the |up |it |them |two )?(?:\w+ )?(?:mistake|typo|error|wrong|numbers|up)|that(?:'s| is| was) (?:not (?:right|correct|true|accurate|quite right)|wrong|incorrect|a typo|a mistake|outdated|no longer)|you(?:'re| are) (?:wrong|mistaken|right to)|that should (?:be|have been|read)|(?:should|must) read\b|on second (?:look|reading)|i (?:re-?)(?:counted|measured|checked|calculated|read)|i (?:was|am) off\b|i apologi[sz]e|i (?:\w+ed|read|saw|went) (?:it |them |that )?again\b|(?:decided|thought) otherwise|i (?:said|wrote|put|got|had) (?:that|it|this) wrong(?:ly)?|looked again|checked again|double-checked|rechecked|looked (?:it up )?again|contrary to what)/
const CHANGE =
  /\b(?:(?:changed|moved|switched|postponed|rescheduled|pushed(?: back)?|brought forward|bumped|raised|lowered|reduced|increased|cut|extended|shortened|renamed|replaced|upgraded|downgraded|swapped|shifted|delayed|adjusted|updated|revised|corrected|amended)\b(?=.*\b(?:to|by|with|until|at|is|from|now|into|for)\b)|(?:went|gone|goes|gone) (?:up|down) to|(?:rose|rises?|risen|dropped|drops?|fell|falls?|fallen|grew|grows?|grown|climbed|climbs|shrunk|shrank|goes (?:up|down)) (?:from \S+ )?to|no longer|any ?more\b|is now|are now|now (?:is|are|costs?|takes?|leaves?|starts?|ends?|opens?|closes?|runs?|has|have|uses?|leads?|lives?|works?|needs?|requires?)|as of \w+|starting (?:next|on|from|this|in) \w+|after all\b|these days\b|stopped \w+ing|ended up \w+ing|from now on|instead\b|rather than|turns out (?!to\b|great|well|fine|good)|turned out (?!to\b|great|well|fine|good|so|really)|ended up (?:with|in|at|being|going|choosing|using)|changed (?:my|our|his|her|their) minds?|, not \S+|not \S+(?: \S+){0,3},? but\b|(?<!\bfor )\bnow[.!]?$|new (?:date|time|price|address|number|deadline|plan|limit|budget|venue|password|name) is|it(?:'s| is) (?:\S+ ){1,3}now\b|(?<!\b(?:for|right|until|till|by|just|even|and|up to) )now (?!that\b|then\b|i (?:want|need)\b)\w)/
const WEAK =
  /^(?:(?:oh|ah|hm+|well|but|so|and|sorry)[, ]+)*(?:actually|no wait|wait no|no|nope|wait|oops|whoops|sorry|apologies|in fact|hold on|hang on|hm+,? no|nah|not quite)\b ?[,:.!–—-]|\b(?:actually|in fact|in reality|to be precise|to be exact|more precisely|rather)\b/
/** Openings with the words of a correction that correct nothing. */
const POLITE =
  /^(?:not? (?:a |an )?(?:yet|at all|problem|worries|need|rush|thanks|thank|way|idea|doubt|wonder)|sorry (?:for|to hear|about|that|if)|sorry,? (?:i|for) (?:was (?:in|away|busy|late)|am late)|wait (?:for|until|till))\b/

/** A remark of a few words that something was wrong, by itself or before what is right: "Ugh, wrong month." */
const REMARK =
  /^(?:[^.!?:;,–—]{0,12}, ){0,2}[^.!?:;,–—]{0,50}\b(?:wrong(?! with)|mistake|mistaken|incorrect|typo|mis(?:read|typed|heard|spoke|stated|counted|quoted|wrote|dialled|labelled|labeled|calculated|placed|remembered|took|judged)|mixed [^.!?:;,–—]{0,30}up|mix-up|messed up|confus(?:ed|ing) (?:it|them|that|the|two)|(?:got|had) (?:it|that|them|this) (?:backwards|wrong|the wrong way)|off by one)\b[^.!?:;,–—]{0,20}(?:[.!,:;–—]|$)/
/** "I went through the contract once more": what follows is the better reading. */
const SECOND_LOOK =
  /\bi (?:just |have |had to |went and )*(?:\p{L}+[^\We]ed|read|saw|went|had a look)\b[^.!?:;]{0,40}\b(?:again|once more|a second time|more closely|more carefully|properly)\b|^(?:looking|going|reading|checking|counting|measuring)\b[^.!?:;,]{0,40}\b(?:again|once more|closely|properly),/u
const TAKING_BACK =
  /\b(?:correct|fix|revise|amend|retract|take back|undo) (?:what|something|the \w+|my \w+|that) (?:i|we|you|from|said|told|gave)\b|\bi take (?:that|it) back\b/

/** The cue of a sentence in lower case with quotations covered; `signs` are those of its words. */
export function changeCue(text: string, signs: number): ChangeCue {
  if ((signs & TRIGGER.look) !== 0 && (SECOND_LOOK.test(text) || TAKING_BACK.test(text))) return 'strong'
  const mayChange = (signs & TRIGGER.change) !== 0 || /\b(?:as of|after all) /.test(text)
  if (mayChange && STRONG.test(text)) return 'strong'
  if (mayChange && CHANGE.test(text)) return 'change'
  if (mayChange && WEAK.test(text) && !POLITE.test(text)) return 'weak'
  return (signs & TRIGGER.remark) !== 0 && isRemark(text) ? 'weak' : 'none'
}

function isRemark(text: string): boolean {
  return (
    REMARK.test(text) &&
    !/\b(?:not|no|nothing|isn't|wasn't|never|if|what|anything|something)\b[^.!?:;,]{0,20}\b(?:wrong|mistaken?|incorrect)/.test(
      text,
    )
  )
}

const REPLACED =
  /(?:\b(?:instead of|rather than|no longer(?: in| on| at| with)?|as opposed to|replac(?:es|ed|ing)|(?:changed|moved|switched|went|down|up|increased|raised|reduced|lowered|cut|extended|migrated|shifted|renamed|upgraded|downgraded|postponed|rescheduled|bumped|pushed|rises?|rose|drops?|dropped|falls?|fell|grows?|grew|climbs?|climbed|goes up|goes down)(?: (?:it|this|the|our|my|\S+)){0,5}? from|not(?! (?:only|just|merely|sure|too|so|yet|enough)\b)(?= \S+(?: \S+){0,4},? but\b)|not(?= \S+(?: \S+){0,3}[;,] (?:it|it's|they|we|i|that|rather|the)\b))|^not(?= \S+(?: \S+){0,2}, \S)|(?:,|;| and| -| –| —| \() ?(?:not(?! (?:only|just|merely|sure|too|so|yet|even|that|to|at all|really|in|like)\b)|isn't|rather than)) ((?:(?!\b(?:to|but)\b)[^,.;:()∎–—]){1,60})/gu

/** The parts of a sentence that name what no longer holds: "not X", "instead of X", "from X to Y". */
export function replacedParts(text: string): { readonly start: number; readonly end: number }[] {
  const parts: { start: number; end: number }[] = []
  for (const match of text.matchAll(REPLACED)) {
    const end = match.index + match[0].length
    parts.push({ start: end - match[1]!.length, end })
  }
  return parts
}
