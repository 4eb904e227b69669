/**
 * English function words and filler: what telegraphic wording leaves out and what says nothing about a topic.
 * Negations, quantities and the small words that turn a meaning round ("before", "only", "until") are not in it.
 */
const LIST = `
a an the this that these those there here
i me my mine myself we us our ours ourselves you your yours yourself yourselves
he him his himself she her hers herself it its itself they them their theirs themselves
am is are was were be been being do does did doing done have has had having
will would can could may might shall
and or but so as if than then also too very really just quite rather pretty
of to in on at by for with about into onto upon over through during
what which who whom whose when where why how
i'm i've i'd i'll you're you've you'd you'll he's she's it's we're we've we'd we'll they're they've they'd they'll
that's there's here's what's who's let's lets
im ive id youre thats its dont
some any each such same own other
up down again further
get gets got getting go goes going gonna
like well yeah yes yep hey hi hello oh wow okay ok sure thanks thank please
know think see say says said make makes made
actually basically definitely totally absolutely certainly
great good glad nice cool awesome amazing
lot lots bit kind sort thing things stuff way
one
`
export const STOP_WORDS: ReadonlySet<string> = new Set(LIST.split(/\s+/).filter(Boolean))

/** Words that no abridgement may lose: they turn the meaning of what stands beside them. */
const NEGATIONS: ReadonlySet<string> = new Set(
  'no not never nor none nobody nothing nowhere without cannot neither hardly barely except unless instead'.split(' '),
)
const SHORT_NEGATION = /^[a-z]+n['’]t$/i

export function isNegation(word: string): boolean {
  return (
    NEGATIONS.has(word.toLowerCase()) || (word.endsWith('t') || word.endsWith('T') ? SHORT_NEGATION.test(word) : false)
  )
}

/** Function words of this list that still carry meaning where they stand and stay in telegraphic wording. */
export const KEPT_WORDS: ReadonlySet<string> = new Set(
  'once twice too off out from by before after if should must more less until only over under down up might'.split(' '),
)
