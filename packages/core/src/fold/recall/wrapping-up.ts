import { fragmentsOf } from '../../words/fragments.ts'
import { words } from '../word-lists.ts'

/**
 * How a language asks for something to be made, and says that it is of all that was said; and how it asks, and says that
 * it is after what was done and agreed.
 */
interface Language {
  readonly make: RegExp
  readonly all: RegExp
  readonly ask: RegExp
  readonly done: RegExp
}

const LANGUAGES: readonly Language[] = [
  // English
  {
    make: words(
      'write|draft|compose|quiz|test|ask|compile|list (?:all|every|everything|my|our|the|what)|prepare|create|generate|make(?! sure)|put|print|(?:give|show|send|tell) (?:me|us)|wrap',
      '(?:can|could) (?:you|u) do|now the|need|please|pls|plz|again|summari[sz]e',
    ),
    all: words(
      'all (?:of )?(?:this|that|these|those|my|our|it|we|i|the details)|(?:it|this|these) (?:all )?(?:together|up)|all together',
      'everything (?:we|i|you|together|that|down|in|into)|(?:write|list|put|(?:give|show|send|tell) (?:me|us)) everything',
      '(?:the|our|my) (?:full|complete|entire|whole|final|finali[sz]ed) \\p{L}+|a (?:full|complete|final) (?:plan|overview|schedule|version)',
      '(?:the|our|my) (?:\\p{L}+ )?(?:plan|itinerary|schedule|agenda|invitation|e-?mail|mail|letter|report|overview|quote|budget|minutes)|(?:our|my) (?:list|order|mistakes|errors|decisions|notes)',
      '(?:with|of|for|fits|including) every(?:thing|one|body)|with all (?:the |my |our )?\\p{L}+|all (?:the )?\\p{L}+ (?:we|i|you)',
      '(?:shopping|packing|parts|to-?do|guest) list|check-?list|status (?:check|overview|report|update)|glossary|handover|what (?:you|we) (?:\\p{L}+ )?(?:promised|agreed|decided|said|found)',
      '(?:table|list|overview|timeline|calendar) (?:of|with) (?:the|our|my|all|every|times|dates)|(?:ones?|what|those|words|questions) (?:that )?i (?:got wrong|missed|failed)',
    ),
    ask: words('what|which|who|when|how (?:many|much)|anything'),
    done: words(
      '(?:did|have|had) (?:i|we)|we (?:decide|agree|discuss)d|(?:the|our) (?:plan|schedule|agenda|itinerary)|on (?:my|our) list|so far|still (?:have|need|open|due|left|missing|to)|are we (?:at|with)|do we stand|who \\p{L}+ what|(?:i|we) (?:forgot|missed|got (?:right|wrong))',
    ),
  },
  // German
  {
    make: words(
      'schreib+|entwirf|formulier+|erstell+|liste|auflist+|gib|zeig+|schick+|mach+|fass+|stell+|pack+|bitte|brauche?|nochmal',
    ),
    all: words(
      'alle[snrm]?|ganze[snrm]?|vollständig+|komplett+|endgültig+|fertige+|gesamt+|(?:den|die|das|unser+|mein+) (?:\\p{L}+ )?(?:\\p{L}*plan|programm|einladung|e-?mail|mail|brief|protokoll|übersicht|angebot)|(?:unser+|mein+) \\p{L}*(?:liste|fehler)|\\p{L}+(?:ablauf|zeit)plan|(?:ablauf|zeit)plan|(?:einkaufs|pack|check|teile|gäste)liste',
    ),
    ask: words('welche+|was|wer|wie viele?|wie'),
    done: words(
      '(?:liegen|stehen) wir|noch (?:offen|zu tun|fehl+)|alles (?:mitnehmen|mitbringen|beachten)|(?:habe|hab|hatte) ich|haben wir|wir (?:besprochen|vereinbart|beschlossen)|wer \\p{L}+ was|auf (?:meiner|unserer) liste|bisher',
    ),
  },
  // Dutch
  {
    make: words('schrijf|maak|stel|geef|toon|stuur|zet'),
    all: words(
      'alles|alle|hele|volledige?|definitieve|(?:het|de|ons|onze|mijn) (?:plan|planning|programma|uitnodiging|e-?mail|brief|overzicht)|(?:onze|mijn) (?:lijst|boodschappenlijst|fouten)',
    ),
    ask: words('welke|wat|wie|hoeveel'),
    done: words('heb ik|hebben we|wie \\p{L}+ wat|op (?:mijn|onze) lijst|tot nu toe'),
  },
  // French
  {
    make: words(
      'écri[st]+|rédige+|prépare+|dresse+|fais|faites|crée[rz]?|donne+|montre+|envoie+|liste[rz]?|mets|mettez',
    ),
    all: words(
      "liste (?:de|des) courses|récap+|tout|toutes?|tous|complet|complète+|entier|entière|final+|définiti+|(?:le|la|notre|nos|mon|ma|mes) (?:plan|programme|planning|mail|e-mail|courriel|lettre|devis)|(?:notre|ma|mes) (?:liste|commande|erreurs|fautes|décisions)|l[’']invitation",
    ),
    ask: words('quel+|qui|que|qu|combien'),
    done: words(
      "ai-je|avons-nous|(?:on a|nous avons) (?:décidé|dit|convenu)|qui \\p{L}+ quoi|sur (?:ma|notre) liste|jusqu[’']ici",
    ),
  },
  // Spanish, Portuguese
  {
    make: words(
      'escrib+|redact+|prepara+|haz|hazme|crea|dame|muéstrame|envía+|pon|ponlo|escrev+|redij+|faça|faz|crie|dê-me|me dê|me dá|mostr[ae]|envie|liste|coloque',
    ),
    all: words(
      'lista de (?:la )?compras?|resumen|resumo|todo|toda|todos los|todas las|tudo|todos os|todas as|complet[oa]s?|enter[oa]|inteir[oa]|definitiv[oa]|(?:el|la|o|a|nuestr[oa]|noss[oa]|mi|meu|minha) (?:plan|plano|programa|invitación|convite|correo|e-?mail|carta|presupuesto|orçamento)|(?:mis?|nuestr[oa]s?|minhas?|meus?|noss[oa]s?) (?:lista|pedido|errores|erros|decisiones|decisões)',
    ),
    ask: words('qué|cuál+|quién+|cuánt[oa]s?|qual|quais|quem|quant[oa]s?|o que'),
    done: words(
      '(?:hemos|he) \\p{L}+[ai]do|decidimos|combinamos|acordamos|errei|quién \\p{L}+ qué|quem \\p{L}+ o quê|en (?:mi|nuestra) lista|na (?:minha|nossa) lista|hasta ahora|até agora',
    ),
  },
  // Italian
  {
    make: words('scriv+|redig+|prepar+|fai|fammi|crea|dammi|mostra+|manda+|invia+|elenca+|metti'),
    all: words(
      "tutto|tutta|tutti i|tutte le|complet[oai]|inter[oa]|definitiv[oa]|l['’]invito|(?:il|la|nostr[oa]|mi[oa]) (?:piano|programma|e-?mail|lettera|preventivo)|(?:nostr[aei]|mi[ae]|miei) (?:lista|errori|decisioni)",
    ),
    ask: words('quali?|chi|quant[ioae]|cosa|che'),
    done: words(
      'abbiamo (?:deciso|detto)|ho (?:sbagliato|dimenticato)|chi \\p{L}+ (?:che )?cosa|sulla (?:mia|nostra) lista|finora',
    ),
  },
  // Polish
  {
    make: words('napisz|przygotuj|zrób|stwórz|wypisz|podaj|pokaż|wyślij|zestaw|poproszę|proszę'),
    all: words(
      'wszystk+|cał[yaeą]|pełn+|list[aęy] zakupów|podsumowani+|ostateczn+|kompletn+|(?:nasz[aeą]?|mój|moje|moją) (?:plan|list[aęy]|zaproszenie|mail|zamówienie|błędy)',
    ),
    ask: words('które|jaki[em]?|co|kto|ile'),
    done: words('ustaliliśmy|zdecydowaliśmy|kto co|na (?:mojej|naszej) liście|do tej pory'),
  },
  // Russian
  {
    make: words('напиши+|составь+|подготовь+|сделай+|создай+|дай+|покажи+|пришли+|перечисли+|выпиши+|собери+'),
    all: words(
      'все|всё|всех|весь|всю|полн(?:ый|ую|ое)|итогов+|окончательн+|целиком|(?:наш|мой|мою|мои) (?:план|список|письмо|отч[её]т|заказ|ошибки)',
    ),
    ask: words('какие|какой|что|кто|сколько'),
    done: words('мы (?:решили|договорились)|я (?:ошибся|ошиблась|забыл+)|кто что|в (?:моём|моем|нашем) списке'),
  },
  // Turkish
  {
    make: words('yaz+|hazırla+|oluştur+|listele+|göster+|gönder+|ver|çıkar+'),
    all: words('tüm+|bütün+|hepsi+|tamamını|eksiksiz|son hal+|planımız+|listemiz+|hatalarım+'),
    ask: words('hangi+|ne|kim|kaç'),
    done: words('karar verdik|kararlaştır+|yanlış yaptım|kim ne|listem(?:iz)?de|şimdiye kadar'),
  },
  // Chinese, Japanese, Korean, Arabic, Hindi
  {
    make: /写|寫|列|做|整理|给我|給我|发|把/u,
    all: /全部|所有|完整|最终|最終|一起|汇总|彙總|整个|整個|一览/u,
    ask: /哪些|哪几|什么|什麼|谁|誰|多少/u,
    done: /我们决定|我們決定|我们定|到目前|答错|答錯|清单上|清單上|谁负责什么/u,
  },
  {
    make: /書いて|作って|作成|まとめ|リスト|教えて|出して|見せて/u,
    all: /全部|すべて|全て|最終|全体|一覧/u,
    ask: /どれ|どの|何|誰|いくつ/u,
    done: /決めた|決まった|間違えた|これまで|リストに/u,
  },
  {
    make: /써|작성|만들어|정리|목록|보여|알려|보내/u,
    all: /모든|모두|전부|전체|최종/u,
    ask: /어떤|무엇|뭐|누가|몇/u,
    done: /결정한|정한|틀린|틀렸|지금까지|목록에/u,
  },
  {
    make: /اكتب|أعد|جهز|أنشئ|اعرض|أعطني|أرسل/u,
    all: /كل |جميع|كامل|النهائي/u,
    ask: /ما |ماذا|من |كم /u,
    done: /قررنا|اتفقنا|أخطأت|في قائمتي|حتى الآن/u,
  },
  {
    make: /लिख|बना|तैयार|दिखा|बता|भेज/u,
    all: /सभी|सब |पूरा|पूरी|पूरे|अंतिम/u,
    ask: /कौन|क्या|कितने/u,
    done: /तय किया|गलत|मेरी सूची|अब तक/u,
  },
]

/** Who says more than this says what it is about. */
const MOST_CHARACTERS = 140
/** Opens what somebody tells about himself or asks of what might be, in the languages that need a word for it. */
const TELLING = words(
  "^(?:i|i[’']\\p{L}+|we|we[’']\\p{L}+|my|our|(?:and |but )?what if|if|ich|wir|ik|je|j[’']\\p{L}+|nous|on)",
)

/**
 * Whether the text asks for something to be made of all that was said: the plan, the letter, every mistake. It names none
 * of it, so nothing can be looked for by its words.
 */
export function wrapsUp(text: string): boolean {
  if (text.length > MOST_CHARACTERS || !asksForAll(text)) return false
  return fragmentsOf(text).some((sentence) => !isTelling(sentence.text) && asksForAll(sentence.text))
}

/** Whether a sentence tells something of whoever says it, or asks what might be. */
export function isTelling(sentence: string): boolean {
  return TELLING.test(sentence)
}

/** Whether the text asks for something to be made. */
export function asksToMake(text: string): boolean {
  return LANGUAGES.some(({ make }) => make.test(text))
}

/** Whether the first sentence of the text asks for something to be made. */
export function opensAsWish(text: string): boolean {
  return asksToMake(fragmentsOf(text.slice(0, MOST_CHARACTERS))[0]?.text ?? '')
}

function asksForAll(text: string): boolean {
  return LANGUAGES.some(
    ({ make, all, ask, done }) => (make.test(text) && all.test(text)) || (ask.test(text) && done.test(text)),
  )
}
