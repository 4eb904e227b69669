/**
 * How likely a later answer needs a sentence, from what it commits to: figures with their units, identifiers, names,
 * decisions, promises, limits, errors and negations raise it; small talk and bare questions lower it. A logarithm:
 * the choice multiplies by its exponential. Signs that are not English words work in any script.
 */
export function needOf(text: string, kind: 'said' | 'quoted' | 'machine'): number {
  const read = text.length > READ ? text.slice(0, READ) : text
  let need = 0
  if (/\p{N}/u.test(read)) need += FIGURE_WITH_UNIT.test(read) ? 0.8 : 0.5
  if (IDENTIFIER.test(read)) need += 0.5
  if (ERROR.test(read)) need += 0.6
  if (kind === 'machine') return need - 0.2
  const names = read.match(NAME)
  need += 0.4 * Math.min(3, names?.length ?? 0)
  if (DATE_WORD.test(read)) need += 0.8
  if (FIRST_PERSON.test(read)) need += 0.7
  if (DECISION.test(read)) need += 0.5
  if (LIMIT.test(read)) need += 0.4
  if (NEGATED.test(read)) need += 0.2
  if (read.length < 160 && /[?？؟]["')\]]*$/.test(read)) need -= 1.2
  const shouts = read.match(/!/g)
  return need - 0.2 * Math.min(3, shouts?.length ?? 0) - (kind === 'quoted' ? 0.3 : 0)
}

/** A sentence shows by its first part what it is about. */
const READ = 1_200
const FIGURE_WITH_UNIT =
  /[\p{Sc}#]\s?\p{N}|\p{N}\s?(?:%|‰|°|[kKMGT]i?B\b|[mMcCkKµnμ]?[msgWVAlLΩ]\b|k?Hz\b|ms\b|px\b|am\b|pm\b|[\p{Sc}])|\p{N}[.:/-]\p{N}|\p{N}\s(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|dollars?|euros?|percent|people|times|miles?|users?|requests?|items?|tokens?)\b/u
const IDENTIFIER =
  /\w[_/@#]\w|\p{Ll}\p{Lu}\p{Ll}|\b\p{Lu}{2,}[\p{Lu}\d-]*\b|`[^`]+`|\w-*\.(?:[a-z]{2,4})\b|\b(?=\w*\d)(?=\w*[a-zA-Z])\w{4,}\b/u
const ERROR =
  /\b(?:errors?|exceptions?|fail(?:s|ed|ure|ing)?|crash(?:e[ds])?|timed? ?out|denied|refused|broken|bug|invalid|missing)\b/i
const NAME = /(?<=[\p{Ll}\p{N},;:]\s)\p{Lu}[\p{Ll}\p{Lu}]+/gu
const FIRST_PERSON = /\b(?:I|I['’](?:m|ve|d|ll)|my|we|our|me|us)\b/
const DECISION =
  /\b(?:decid(?:ed?|ing)|decision|chose|chosen|choose|settled on|agreed?|going with|went with|let['’]?s (?:go|use|keep|stick)|will|['’]ll|promised?|plan(?:ned|ning)?|scheduled?|deadline|due|prefer(?:s|red)?|approved|confirmed|committed|switch(?:ed|ing)?|instead)\b/i
const LIMIT =
  /\b(?:must|never|always|only|require[sd]?|requirement|limit(?:ed)?|maximum|minimum|at (?:most|least)|no more than|up to|should|cannot|can['’]t|do(?:n['’]t| not)|avoid|allergic|budget)\b/i
const NEGATED = /\b(?:not|no|never|none|nobody|nothing|without|neither|nor|[a-z]+n['’]t)\b/i
const DATE_WORD =
  /\b(?:yesterday|today|tomorrow|tonight|(?:last|next|this) (?:week|weekend|month|year|summer|winter|spring|fall|night)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|ago|weeks?|months?|years?)\b/i
