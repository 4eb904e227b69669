/** Function words that are English and nothing else that is common, and such words of its neighbours. */
const ENGLISH = new Set(
  `the and of that this these those with for it you your yours my mine are have not but from they their them what which would should could
there just it's i'm i've i'll i'd don't doesn't didn't isn't wasn't can't won't we're we've we'll you're they're that's is was been be has had will can do does did
if about when how or her his our us were being than then because while who where why let's i he she its into please sorry actually no
to at by as an on in me we so some any all more only over after before until never always`
    .split(/\s+/)
    .filter(Boolean),
)
/** Those of the list that other languages have as well say nothing either way. */
const SHARED = new Set(
  'no in an was is so on as at do he me we to has had will can or over all her of us any by some i'.split(' '),
)
const OTHER = new Set(
  `der das und ist nicht ein eine einen ich wir sie den dem des im zum zur mit auf für von zu hat auch sich es wird sind dass aber er du
el los las una que de y en es por para su se lo del como pero más está ella muy
le les et est pas qui dans sur au aux du ce il elle je nous vous une des cette sont avec
il lo gli che di e è non sono della nel alla ma ho questo
o os um uma em não são mais foi às na ele ela isso
de het een niet dat op te met voor zijn er aan ook ik je hij naar wordt
och det att ett är som på med för inte jag ikke og til af ikke har vi
nie jest się w na z że co jak dla tak
bir ve bu için ile değil çok ama mi mı
si sí ja oui non nein nej tidak yang ini itu`
    .split(/\s+/)
    .filter(Boolean),
)

const SCORES = new Map<string, number>()
for (const word of OTHER) if (!SHARED.has(word) && !ENGLISH.has(word)) SCORES.set(word, -1.5)
for (const word of ENGLISH) SCORES.set(word, SHARED.has(word) ? 0.25 : OTHER.has(word) ? 0 : 1)

/** How English a text looks: above 0 yes, below 0 no, 0 nothing can be said. */
export function englishness(words: readonly { readonly lower: string }[], text: string): number {
  let score = 0
  for (const { lower } of words) score += SCORES.get(lower) ?? 0
  const foreign = text.match(NON_LATIN)?.length ?? 0
  return foreign * 4 > text.length ? -1 : score - Math.min(1, foreign / 4)
}

/** Letters that English words have not; dashes, quotation marks and signs are no letters. */
const NON_LATIN = /[\u00c0-\u024f\u0370-\u1fff\u2c00-\ud7ff]/g
