/** What a word can be a sign of; the rules proper are only tried where such a word stands. */
export const TRIGGER = {
  report: 1,
  hedge: 2,
  change: 4,
  deflect: 8,
  time: 16,
  amount: 32,
  place: 64,
  reason: 128,
  loose: 256,
  moment: 512,
  remark: 1024,
  look: 2048,
  denial: 4096,
  person: 8192,
  aside: 16384,
  ability: 32768,
} as const

const WORDS: Readonly<Record<keyof typeof TRIGGER, string>> = {
  report: `said says told tells claimed insists insisted mentioned mentions thinks believes reckons swears swore warned warns recommended recommends advised advises suggested
suggests confirmed confirms promised announced announces asserts admitted admits wrote writes replied replies answered explained explains noted notes stated states reported reports
claims estimates estimated predicts predicted promises alleges alleged argued argues complained complains concluded concludes remarked revealed reveals hinted responded emailed
texted tweeted pointed points informed informs assured assures reminded reminds notified notifies messaged apparently supposedly allegedly reportedly purportedly rumour rumours rumor rumors
legend word hear heard read gather rumoured rumored believed thought supposed puts put words opinion view quoting quotes quoted claim believe argue conclude insist recommend suggest report warn estimate advise swear admit predict state write complain note announce per according say`,
  hedge: `think believe guess suppose assume suspect reckon imagine presume figure doubt maybe perhaps possibly probably presumably conceivably likely might may could could've might've may've
seems seem seemed appears appear appeared looks afaik afaict iirc far remember recall mistaken wrong knowledge hunch impression guessing assuming quote sure certain confident unconfirmed
confirmed tentative tentatively know idea unclear unsure clear remains hard chance chances possibility risk memory bet odds swear convinced inclined leaning doubts seemingly somewhere feeling
word say positive understanding suspicion assumption understand tell something knows`,
  change: `correction erratum errata update edit fix change plan plans misspoke wrong mistaken corrected incorrect meant should must scratch strike disregard ignore forget mistake bad error apologies apologize
apologise correct typo mistyped misread misremembered misstated miscounted miscalculated recounted true accurate outdated right reading checked double checked rechecked looked contrary make made gave mixed confused
changed moved switched postponed rescheduled pushed brought bumped raised lowered reduced increased cut extended shortened renamed replaced upgraded downgraded swapped shifted delayed adjusted
updated revised amended went gone goes rose rises rise risen dropped drops fell falls fallen grew grown climbed shrunk shrank longer anymore more now today this instead rather turns turned ended end minds mind not
but new actually no nope nah wait oops whoops sorry fact hold hang hm hmm reality precise exact precisely from isn't opposed replaces replacing migrated last off typed wrote stated quoted told small again otherwise recounted remeasured recalculated apologise apologize goes falls drops grows climbs
changes left gone quit resigned effective beginning recount recheck re-check delete starting days stopped`,
  deflect: `don't do didn't no not i'm let i'll we'll i'd we'd will can would have need must am going should can't cannot couldn't hard hasn't haven't too before unknown good ask check tbd get waiting
beats lawyer doctor expert checking looking knows forget forgot wish better still has`,
  time: `monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december today tomorrow tonight yesterday noon midnight
now soon later morning afternoon evening week weekend month year summer winter spring autumn fall christmas easter ago after before until when next last since never half`,
  amount: `two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty hundred thousand million dozen half none no few several many lots enough free twice once daily weekly monthly
every nothing hour hours day days week weeks month months year years minute minutes all one couple until`,
  place: `in at on near under behind above below inside outside next opposite between from here there home upstairs downstairs across along by around north south east west via`,
  reason: `because since due so order result to cause caused causes reason problem issue culprit as thanks otherwise for comes means`,
  loose: `if when whenever unless would could should might least most more less fewer over under between about around roughly approximately nearly almost some another other or either let's suppose imagine
example e such usually often sometimes typically depends wish hope want try trying plan planning like will up`,
  moment: `now yesterday today tonight this last ago so yet used anymore any finally just recently first originally initially previously earlier back formerly by meanwhile later then soon tomorrow next again
currently moment for past as became becomes makes brings`,
  remark: `wrong mistake mistaken incorrect typo misread mistyped misheard misspoke misstated miscounted misquoted miswrote misdialled mislabelled mislabeled miscalculated misplaced
misremembered mistook misjudged mixed mix mix-up messed confused confusing backwards got had off`,
  look: `again once second closely carefully properly correct fix revise amend retract take undo`,
  denial: `not no never none cannot without once stopped quit`,
  person: `i me my mine i'm i've i'd i'll you your yours you're you've`,
  aside: `way btw record fyi information know clear incidentally happens worth mind course wondered saying add`,
  ability: `can can't cannot could couldn't able`,
}

const BITS = new Map<string, number>()
for (const [name, words] of Object.entries(WORDS))
  for (const word of words.split(/\s+/)) BITS.set(word, (BITS.get(word) ?? 0) | TRIGGER[name as keyof typeof TRIGGER])

/** What the words of a sentence (in lower case) are signs of, all together; figures are signs of a time and an amount. */
export function triggersOf(words: readonly string[]): number {
  let bits = 0
  for (const word of words) {
    bits |= BITS.get(word) ?? 0
    if (word.endsWith("n't")) bits |= TRIGGER.denial
    const first = word.charCodeAt(0)
    if (first >= 48 && first <= 57) bits |= TRIGGER.time | TRIGGER.amount
  }
  return bits
}
