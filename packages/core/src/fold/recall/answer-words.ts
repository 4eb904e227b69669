import { words } from '../word-lists.ts'

/** Chinese, Japanese, Korean, Arabic, Hindi: scripts where word borders are not marked, or joined to small words. */
const JOINED =
  /改写|改寫|重写|重寫|总结|總結|简化|簡化|缩短|縮短|翻译|翻譯|扩展|详细|你的回答|你刚才|上面|上述|言い換え|書き直|要約|短く|翻訳|詳しく|あなたの回答|上の|다시 써|바꿔|요약|줄여|번역|자세히|당신의 답|위의|أعد صياغة|اختصر|لخص|ترجم|إجابتك|أعلاه|सारांश|अनुवाद|संक्षेप|आपके उत्तर|विस्तार/u

/** What is done to a text that is there, and what an answer is called by those who want it otherwise. */
const SPACED = words(
  // English
  're(?:phras|writ|word|structur|format|organi[sz]|arrang|fram|state)+|paraphras+|condens+|summari[sz]+|shorten+|simplif+|elaborat+|distill+|translat+',
  '(?:your|the) (?:\\p{L}+ )?(?:answer|response|reply|explanation|advice|suggestions?|recommendations?|summary|list|outline|points?|analysis|draft|version|description|paragraph|above)',
  'the same (?:ideas?|information|content|points?)|(?:into|as) (?:a )?(?:\\p{L}+ )?(?:bullet|list|table|tweets?|paragraph|poem|haiku)+',
  "(?:you|you’ve|you've) (?:just |also )?(?:gave|given|mention(?:ed)?|said|say|suggest(?:ed)?|list(?:ed)?|wrote|recommend(?:ed)?|refer(?:red)?|describ(?:ed)?|explain(?:ed)?|provid(?:ed)?|talked)|are you (?:sure|certain)|tell me more",
  // German, Dutch
  'umformulier+|formulier+|umschreib+|schreib(?:e)? (?:das|es)|zusammen(?:fass|gefass)+|fasse|kürz+|vereinfach+|übersetz+|ausführlich+|(?:deine?|die|ihre?)[rnms]? (?:antwort|erklärung|liste|vorschl[aä]g|rat|zusammenfassung)+|bist du sicher|herschrijf+|samenvat+|vat|korter|vertaal|jouw (?:antwoord|uitleg)',
  // French, Spanish, Portuguese, Italian
  'reformul+|résume[rz]?|réécri[st]+|raccourci+|simplifi+|tradui[st]+|(?:ta|votre) (?:réponse|explication|liste)|es-tu sûr|reescrib+|resum[ei]+|acort+|simplific+|traduc+|tradu[cz]+|(?:tu|su) (?:respuesta|explicación|lista)|estás segur[oa]|reescrev+|encurt+|(?:sua|tua) (?:resposta|explicação|lista)|riscriv+|riformul+|riassum+|accorci+|semplific+|tradu[cr]+|(?:la )?tua (?:risposta|spiegazione|lista)|sei sicur[oa]',
  // Polish, Russian, Turkish
  'przepisz|sparafrazuj|streść|skróć|uprość|przetłumacz|twoj[aąe]j? odpowied+|перепиши+|перефразир+|сократи+|упрости+|переведи+|подробнее|тво[йеёя]+ ответ+|ты уверен+|özetle+|kısalt+|çevir+|basitleştir+|yeniden yaz+|cevabın+',
)

/** With what a message goes on from the one before it. */
const OPENING = words(
  '^(?:and|but|so|also|then|or|ok|okay|yes|yeah|yep|no|nope|not|really|sure|right|alright|great|nice|good|perfect|excellent|thanks|thank you|hmm|wow|oh|why|how come|what about|how about|what if|what else|sounds|actually|sorry|wait|exactly|now)',
  '^(?:und|aber|also|dann|oder|ja|nein|doch|wirklich|warum|wieso|danke|gut|super|wie wäre|was ist mit|en|maar|dus|nee|waarom|hoe zit)',
  "^(?:et|mais|alors|donc|ou|oui|non|pourquoi|merci|d’accord|d'accord|y|pero|entonces|sí|por qué|gracias|vale|e|mas|então|sim|não|por que|obrigad[oa]|ma|allora|sì|perché|grazie|va bene)",
  '^(?:i|ale|więc|tak|nie|dlaczego|dzięki|а|и|но|да|нет|почему|спасибо|хорошо|ve|ama|peki|evet|hayır|neden|teşekkürler|tamam)',
)
const OPENING_JOINED =
  /^(?:那|但|所以|还有|還有|好的|是的|不|为什么|為什麼|谢谢|でも|じゃあ|それで|はい|いいえ|なぜ|どうして|ありがと|그럼|그런데|네|아니|왜|감사|و|لكن|نعم|لا|لماذا|شكرا|और|लेकिन|हाँ|नहीं|क्यों|धन्यवाद)/u

/** Whether the text names the answer that it is about, or what is to be done with that. */
export function namesAnswer(text: string): boolean {
  return SPACED.test(text) || JOINED.test(text)
}

/** Whether the text opens as what goes on from the message before it. */
export function opensAsContinuation(text: string): boolean {
  const start = text.trimStart()
  return OPENING.test(start) || OPENING_JOINED.test(start)
}
