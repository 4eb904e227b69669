const BELIEF =
  /\bi(?: (?:really|do|just|still|also|kind of|sort of|would|honestly|personally|mean))*(?:'d)? (think|believe|guess|suppose|assume|suspect|reckon|imagine|presume|figure|don't think|do not think|don't believe that|doubt)\b(?:,| that)? ?(.*)/s
/** "think about", "believe in": not a belief that something is so. */
const NOT_A_CLAIM =
  /^(?:about|of|over|through|twice|again|aloud|ahead|back|hard|in\b|me\b|it or not|so (?:much|highly)|out|up\b|together|,? therefore)/
const OPINION =
  /^(?:it|that|this|they|he|she|you|the \w+|your \w+)(?:'s|'re| is| are| was| were| looks?| sounds?| would be)(?: (?:so|really|very|such|a|an|pretty|quite|the|just|super|absolutely|truly))* (?:great|awesome|amazing|beautiful|wonderful|cool|nice|lovely|fantastic|good|best|fun|important|perfect|cute|brilliant|inspiring|sweet|funny|ugly|boring|terrible|worth|interesting)\b/
const PROPOSAL =
  /^(?:we|you|i|they|he|she|it)(?:'d)? (?:should|ought|need to|better|must|can\b|could\b)|^(?:i'll|we'll|let's)\b/
const DEFINITE =
  /\b(?:no doubt|without (?:a |any )?doubt|beyond (?:a |any |all )?doubt|no (?:maybe|might|probably|perhaps)|not (?:maybe|perhaps|just (?:maybe|probably))|don't (?:just|only|merely) (?:think|believe|guess|assume)|doesn't just think)\b/
const ADVERB = /\b(maybe|perhaps|possibly|probably|presumably|conceivably|likely)\b(?:,)? ?(.*)/s
const SUGGESTION =
  /^(?:try|use|check|consider|add|start|ask|look|restart|just|let|take|do|get|go|run|move|put|call|write|skip|keep|we (?:should|could|can)|you (?:should|could|can)|i (?:should|could|can)|one could|that's why|later|next time|some other time|not\.?$)\b/
const PHRASES =
  /\b(?:as far as i (?:know|remember|recall|can tell|understand|can see)|afaik|afaict|iirc|if i (?:remember|recall)(?: \w+)?|if i(?:'m| am) not (?:mistaken|wrong)|unless i(?:'m| am) (?:mistaken|wrong)|to (?:the best of )?my knowledge|my (?:best |first |gut )?(?:guess|hunch|impression|suspicion|understanding|assumption) is|i (?:have|had|get|got) (?:a|the) (?:\w+ )?(?:feeling|hunch|impression|suspicion)|there(?:'s| is| are) (?:a |an |some |every )?(?:\w+ )?(?:chances?|possibility|risk) (?:that|of|it|the|we|they|he|she)|i (?:could|might|may) (?:well )?be (?:wrong|mistaken|misremembering|off)|i (?:could|might|may) have (?:misread|misheard|misunderstood|miscounted)|don't take my word|i want to say|if memory serves|for all i know|i(?:'d| would) bet|odds are|chances are|i wouldn't swear|or something like that|somewhere around|i(?:'m| am) (?:inclined to|leaning toward|not (?:fully |entirely |really )?convinced|under the impression)|i have (?:my )?doubts|(?:not|isn't) (?:yet )?(?:entirely |quite |really )?clear (?:if|whether)|can(?:'t|not) be (?:sure|certain)|(?:best|rough|wild|educated) guess|seemingly|(?:might|may|could)(?: have|'ve) been|i(?:'m| am) (?:just )?(?:guessing|assuming)|i(?:'d| would) (?:guess|assume)|don't quote me|(?:fairly|pretty|reasonably|almost|quite|somewhat) (?:sure|certain|confident)|unconfirmed|not (?:yet )?(?:been )?confirmed|tentative(?:ly)?|(?:i )?(?:don't|do not|can't|cannot|couldn't) (?:know|remember|recall|tell|say)(?: for sure)? (?:if|whether)|(?:i )?(?:can't|cannot|don't|couldn't) (?:remember|recall|say|tell)(?: you)? (?:exactly|precisely|for sure|for certain)|no idea (?:if|whether)|(?:unclear|unsure) (?:if|whether|about)|who knows (?:if|whether)|remains to be seen|it'?s hard to (?:say|tell) (?:if|whether))\b/
const NOT_SURE =
  /\b(?:not|isn't|aren't|wasn't|never)(?: (?:entirely|quite|totally|completely|really|so|absolutely|all that|very|too|yet))?(?: (?:100|a hundred|one hundred) ?(?:%|percent))? ?(?:sure|certain|positive)\b,? ?(?:if|whether|that|about|it|the|this|he|she|they|we|but)\b/
const SEEMS =
  /(?:^|[,;:] |\bbut |\band |\bso )(?:it|there|this|that|the [\w -]{1,40}|my [\w -]{1,30}|our [\w -]{1,30}|your [\w -]{1,30}|he|she|they)? ?(?:seems?|appears?|seemed|appeared)(?: (?:that|as if|as though|like)\b|,? (?:to (?:be|have|not)|the|it|he|she|we|they|there|my|our|your|i|nobody|someone)\b)/
const SEEMS_GOOD =
  /\b(?:seems?|appears?) (?:like |to be )?(?:a |an )?(?:fun|great|good|nice|perfect|fair|lovely|wonderful)\b/
const LOOKS =
  /(?:^|[,;:] )(?:it |so it |so |well, )?looks like (?:the|it|it's|we|they|there|your|my|our|someone|somebody|i|he|she|you)\b/
const MIGHT = /(?:^|[^\p{L}])(\S{1,60} )?might (?:not )?(?:also |still |just |well )?(\S+)(?: (\S+(?: \S+)?))?/u
const MAY = /\bmay (?:not |also |still |well |in fact |indeed )*(?:be|have|contain|stem|come from|depend|vary)\b/
/** What somebody else may do is a guess; what "you", "we" and "I" may do is allowed. */
const OTHERS_MAY =
  /\b(?:he|she|it|they|there|someone|somebody|nobody|this|that) may (?:not |also |still |well |even |in fact )*(?!not\b)\p{L}+/u
const YOU_MAY = /\byou may (?:not |also )*have\b (?:a|an|the|up|one|two|as)\b|\byou may be (?:able|eligible|entitled)/
const COULD =
  /(?:^|[^\p{L}])(?!i |we |you )(\S{1,60}) could (?:also |well |still |just |very well )*(?:be|have been)\b(?! (?:better|nice|great|fun|used|done|improved|more|a good|helpful|useful|interesting|worth|nicer))/u

/**
 * Whether the speaker leaves open that what is said is so. Opinions, proposals, permissions, questions of method ("not
 * sure how to") and denied hedges ("no doubt") leave nothing open. The text is in lower case, quotations covered.
 */
export function isUncertain(text: string, covered: string): boolean {
  if (isOwnHedge(text)) return true
  if (DEFINITE.test(text)) return false
  return (
    hedgesWithAdverb(text, covered) ||
    (SEEMS.test(text) && !SEEMS_GOOD.test(text)) ||
    LOOKS.test(text) ||
    isModal(text, covered)
  )
}

/** A hedge in the first person holds for a report as well: "I think Anna said so". */
export function isOwnHedge(text: string): boolean {
  if (DEFINITE.test(text)) return false
  if (PHRASES.test(text) || NOT_SURE.test(text)) return true
  const belief = BELIEF.exec(text)
  if (!belief) return false
  const [, verb, rest] = belief
  if (
    verb === 'think' &&
    /\b(?:when|what|how|the more|as|makes me|always|often|sometimes|usually) i (?:\w+ )?think/.test(text)
  )
    return false
  return !(NOT_A_CLAIM.test(rest!) || OPINION.test(rest!) || PROPOSAL.test(rest!))
}

function hedgesWithAdverb(text: string, covered: string): boolean {
  const match = ADVERB.exec(text)
  if (!match) return false
  const [, adverb, rest] = match
  const before = text.slice(0, match.index).trimEnd()
  const previous = /(?<![\p{L}'])([\p{L}']+)$/u.exec(before)?.[1] ?? ''
  if (
    adverb === 'likely' &&
    !/^(?:most|very|quite|highly|is|are|was|more|more than|extremely|seems|will|would|it's|that's|they're)$/.test(
      previous,
    )
  )
    return false
  if (adverb === 'likely' && /^(?:story|as|than)\b/.test(rest!)) return false
  if (adverb === 'possibly' && /^(?:can|can't|cannot|could|couldn't|you)$/.test(previous)) return false
  if (
    /^(?:a|an|the|our|not|no|haskell's|word|of)$/.test(previous) ||
    /^(?:type|monad|value|class|pattern)\b/.test(rest!)
  )
    return false
  if (isProperName(covered, match.index, before)) return false
  if ((adverb === 'maybe' || adverb === 'perhaps') && SUGGESTION.test(rest!)) return false
  return (
    rest!
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      .split(' ').length > 1 || before.length > 0
  )
}

/** A capital inside a sentence makes a name of it. */
function isProperName(covered: string, at: number, before: string): boolean {
  return /[\p{L},]$/u.test(before) && /\p{Lu}/u.test(covered.charAt(at))
}

function isModal(text: string, covered: string): boolean {
  const might = MIGHT.exec(text)
  if (
    might &&
    !isAdvice(might[2]!, might[3]) &&
    !/^(?:his|her|all|the|with|their|its|my|our|of) $/.test(might[1] ?? '')
  )
    return true
  if ((MAY.test(text) || OTHERS_MAY.test(text)) && !YOU_MAY.test(text) && !/[\p{L},] May\b/u.test(covered)) return true
  return COULD.test(text)
}

function isAdvice(verb: string, next: string | undefined): boolean {
  if (/^(?:want|as|like|consider|try|help|find|wish|prefer|think|ask|look|use|add|start|check)\b/.test(verb))
    return true
  return (
    verb === 'be' &&
    /^(?:(?:an?|the) (?:good|great|nice|better|best|smart|wise|fun|useful|helpful|clever)|worth|good|better|best|helpful|useful|interested|able|wise|nice|easier)\b/.test(
      next ?? '',
    )
  )
}
