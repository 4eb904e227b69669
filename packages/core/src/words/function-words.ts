import { STOP_WORDS } from './stop-words.ts'
import { stemOf, termId, wordsOf } from './words.ts'

/** Function words and filler of languages that are often written to models, English aside: what says nothing of what is asked for. */
const LISTS: readonly string[] = [
  // German
  'der die das den dem des ein eine einen einem einer eines kein keine und oder aber doch denn weil wenn als ob dass ich du er sie es wir ihr mich dich sich uns euch mir dir ihm ihn ihnen mein meine meinen dein deine sein seine unser unsere ist sind war waren bin bist wird werden wurde hat habe hab haben hatte hatten kann kannst können muss müssen soll sollen will wollen darf mag möchte im in am an auf aus bei mit nach von vom zu zum zur für über um bis durch was wer wie wo wann warum welche welcher welches wieviel viel hoch noch nochmal mal wieder eigentlich auch schon nur da dann hier jetzt so sehr ja nein nicht bitte danke ok alles alle kommt geht gibt gab',
  // Dutch
  'de het een en of maar want als dat dit deze die ik jij je u hij zij ze wij we jullie mij me hem haar ons hun mijn jouw zijn is was waren ben bent wordt werd heb hebt heeft had hadden kan kun moet mag wil zal zou in op aan bij met naar van voor over om tot door uit te er wat wie hoe waar wanneer waarom welke welk hoeveel nog eens weer ook al nu dan hier daar niet geen ja nee graag bedankt alles alle',
  // French
  'le la les un une des du de d l et ou mais car que qui quoi dont où quand comment combien pourquoi quel quelle quels quelles est ce c je j tu il elle on nous vous ils elles me te se m t s lui leur mon ma mes ton ta tes son sa ses notre nos votre vos suis es sont était étaient a ai as avons avez ont avait peut peux doit dois faut va dans sur à au aux avec pour par en y ne pas plus déjà encore aussi alors donc si oui non merci tout tous toute toutes cela ça cette cet ces',
  // Spanish
  'el la los las un una unos unas de del al a y o pero que qué quién quien cómo como cuándo cuando dónde donde cuánto cuánta cuántos cuántas cuanto cuál cual por porque para con en sobre sin es son era eran soy eres está están estaba fue ser estar hay había he has ha hemos han tengo tiene tienes tenemos puede puedo puedes debo debe voy va yo tú él ella nosotros ustedes me te se le les lo nos mi mis tu tus su sus nuestro nuestra este esta esto ese esa eso ya también muy más no sí gracias otra vez todo toda todos todas q',
  // Portuguese
  'o a os as um uma uns umas de do da dos das no na nos nas ao à e ou mas que quem como quando onde quanto quanta quantos quantas qual quais por porque para com em sobre sem é são era eram sou está estão estava foi ser estar há tinha tenho tem temos pode posso devo vai eu tu você ele ela nós vocês me te se lhe meu minha meus minhas seu sua seus suas nosso nossa este esta isto esse essa isso já também muito mais não sim obrigado obrigada tudo todo toda todos todas',
  // Italian
  'il lo la i gli le un uno una di del della dei delle da dal in nel nella su con per tra e o ma che chi cosa come quando dove quanto quanta quanti quante quale quali perché è sono era erano sei siamo ho hai ha abbiamo hanno aveva può posso devo va io tu lui lei noi voi loro mi ti si ci vi mio mia miei tuo tua suo sua nostro nostra questo questa quello quella già anche molto più non sì grazie tutto tutta tutti tutte',
  // Polish
  'i a o w z na do od po za przez dla przy u ze że to ta ten te ci jest są był była było były być ja ty on ona my wy oni mnie mi cię ci go jej nam was ich mój moja moje twój swój nasz co kto jak kiedy gdzie ile dlaczego czy który która które jaki jaka jakie się nie tak już jeszcze też tylko bardzo proszę dzięki wszystko mam masz ma mamy mają miał może mogę trzeba nam',
  // Russian
  'и в во на с со к ко по за из от до для о об у не ни да нет же ли бы а но или что чтобы это этот эта эти тот та те я ты он она оно мы вы они меня мне тебя тебе его ему её ей нас нам вас вам их им мой моя моё мои твой наш ваш свой есть был была было были быть как когда где кто сколько почему какой какая какое какие который которая уже ещё тоже только очень там тут здесь все всё можно надо нужно',
]

const LANGUAGES: readonly ReadonlySet<string>[] = LISTS.map((list) => new Set(list.split(' ')))
/** By word, the languages that have it, as numbers: one look for each word instead of one for each language. */
const LANGUAGES_OF: ReadonlyMap<string, readonly number[]> = languagesByWord()
/** A text has so many of a language's function words, and more of them than of English ones, to be of that language. */
const LEAST_SHARE = 0.25
const LEAST_WORDS = 2
/** Its language is told from so many words at its beginning. */
const READ_WORDS = 60

/** A longer text says enough beside them, and would take time to read. */
const MOST_CHARACTERS = 2000

const NONE: ReadonlySet<number> = new Set()

/** The terms of the function words of the language that `text` is most likely written in; none where that is English. */
export function functionTerms(text: string): ReadonlySet<number> {
  if (text.length > MOST_CHARACTERS) return NONE
  // Of "c'était" either part may be one.
  const words = wordsOf(text).flatMap((word) => word.text.toLowerCase().split(/['’]/))
  const first = words.slice(0, READ_WORDS)
  const hits = new Array<number>(LANGUAGES.length).fill(0)
  let english = 0
  for (const word of first) {
    if (STOP_WORDS.has(word)) english++
    for (const language of LANGUAGES_OF.get(word) ?? []) hits[language]!++
  }
  const least = Math.max(LEAST_WORDS - 1, LEAST_SHARE * first.length - 1e-9, english)
  const most = Math.max(...hits)
  const best = most > least ? LANGUAGES[hits.indexOf(most)] : undefined
  return best ? new Set(words.filter((word) => best.has(word)).map((word) => termId(stemOf(word)))) : NONE
}

function languagesByWord(): Map<string, number[]> {
  const byWord = new Map<string, number[]>()
  for (const [language, words] of LANGUAGES.entries()) {
    for (const word of words) byWord.set(word, [...(byWord.get(word) ?? []), language])
  }
  return byWord
}
