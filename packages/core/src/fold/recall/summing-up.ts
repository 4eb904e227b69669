import { fragmentsOf } from '../../words/fragments.ts'
import { words } from '../word-lists.ts'

/** How a language asks to sum up, and how it names the conversation or all that was said in it. */
interface Language {
  readonly sum: RegExp
  readonly all: RegExp
}

const LANGUAGES: readonly Language[] = [
  {
    sum: words('summary|summaries|summari[sz]+|recap+'),
    all: words(
      'our (?:whole |entire )?(?:chats?|conversations?|discussions?)|(?:this|the) (?:whole |entire )?(?:chat|conversation|discussion)|everything (?:we|i|you)|so far',
    ),
  },
  {
    sum: words('zusammenfass+|zusammengefasst|überblick'),
    all: words('(?:unser+|dies+|das|des) (?:bisher+ |ganz+ )?(?:gespräch+|unterhaltung+|chats?)|bisher+'),
  },
  { sum: words('samenvat+'), all: words('(?:ons|dit|het) (?:hele )?gesprek|tot nu toe') },
  {
    sum: words('résumé|résumer|résume|résumez|récapitul+'),
    all: words("(?:notre|cette|la) (?:conversation|discussion)|nos échanges|jusqu[’']ici|jusqu[’']à présent"),
  },
  { sum: words('resum+|recapitul+'), all: words('(?:nuestra|esta|la) (?:conversación|charla)|hasta ahora') },
  { sum: words('resum+|recapitul+'), all: words('(?:nossa|esta|a) conversa|até agora') },
  { sum: words('riassu+|riepilog+'), all: words('(?:nostra|questa|la) conversazione|finora') },
  { sum: words('podsum+|streść|streszcz+'), all: words('(?:nasz+|tę|tej) rozmow+|dotychczas+|do tej pory') },
  {
    sum: words('подытож+|подведи+ итог+|резюм+|обобщи+'),
    all: words('(?:наш+|эт+|вс+) (?:разговор+|бесед+|диалог+|переписк+)|до сих пор'),
  },
  { sum: words('özet+'), all: words('konuşmamız+|sohbetimiz+|şimdiye kadar+') },
  { sum: /总结|總結|概括/u, all: /对话|對話|聊|我们谈|我們談|之前|到目前为止|到目前為止/u },
  { sum: /まとめ|要約/u, all: /会話|これまで|今まで|話した/u },
  { sum: /요약|정리/u, all: /대화|지금까지|이야기/u },
  { sum: /ملخص|لخص|تلخيص/u, all: /محادث|حديثنا|حتى الآن/u },
  { sum: /सारांश|संक्षेप/u, all: /बातचीत|अब तक/u },
]

/**
 * What asks to sum up whatever stands beside it. Spanish "resume" and French "résumé" are left out: in English they are
 * what people apply with.
 */
const SUMS = [
  words(
    'summar(?:y|ies|i[sz]+)|recap+|zusammenfass+|zusammengefasst|überblick|samenvat+|résumer|résumez|résume-moi|récapitul+|resumen|resumir|resúmeme|resuma|riassu+|riepilog+|podsum+|подытож+|özet+',
  ),
  /总结|總結|まとめて|요약|ملخص|सारांश/u,
]

/** Whether the text asks to sum something up. */
export function sumsUp(text: string): boolean {
  return SUMS.some((sum) => sum.test(text))
}

/** Whether it is the conversation itself that is to be summed up: one sentence asks for it and names it. */
export function sumsUpAll(text: string): boolean {
  if (!LANGUAGES.some(({ sum, all }) => sum.test(text) && all.test(text))) return false
  return fragmentsOf(text).some((sentence) =>
    LANGUAGES.some(({ sum, all }) => sum.test(sentence.text) && all.test(sentence.text)),
  )
}
