import { describe, expect, it } from 'vitest'
import type { CueId } from './cue-ids.ts'
import { cuesOf, passageOf } from './cues.ts'
import { detectLanguages } from './detect.ts'
import type { Language } from './languages.ts'

const found = (text: string, cue: CueId, prior?: Language): string[] =>
  cuesOf(text, prior)
    .filter((each) => each.cue === cue)
    .map(({ start, end }) => text.slice(start, end))

/** A language, a sentence, a cue in it and the words of the cue. */
const CASES: readonly (readonly [Language, string, CueId, string])[] = [
  ['en', 'dont tell the client about it', 'negation', 'dont'],
  ['en', 'please always answer in French', 'instruction', 'always'],
  ['en', 'forget what I said about the budget', 'revocation', 'forget what I said about'],
  ['en', 'scratch that, the port is 9090', 'correction', 'scratch that'],
  ['en', 'use Postgres rather than MySQL', 'exception', 'rather than'],
  ['en', 'I’ll go with the second one', 'choice', 'the second one'],
  ['en', 'she is allergic to penicillin', 'binding', 'allergic'],
  ['en', 'every other day at most', 'quantityTurn', 'every other'],
  ['en', 'apparently the gate is closed', 'hearsay', 'apparently'],
  ['en', 'let me check the lease', 'deferral', 'let me check'],
  ['en', 'it starts at nine, right?', 'courtesy', 'right'],
  ['en', 'how many chairs are left?', 'askAmount', 'how many'],
  ['en', 'by the way, the door is stuck', 'topicChange', 'by the way'],
  ['en', 'my aunt lives in Bergen', 'identity', 'lives in'],
  ['de', 'angeblich fährt der Bus nicht', 'hearsay', 'angeblich'],
  ['fr', 'je ne sais pas encore', 'deferral', 'je ne sais pas'],
  ['es', '¿cuándo sale el tren?', 'askTime', 'cuándo'],
  ['ru', 'по слухам, зал закрыт', 'hearsay', 'по слухам'],
  ['zh', '据说教室很小', 'hearsay', '据说'],
  ['ja', '教室は狭いらしいです', 'hearsay', 'らしい'],
  ['de', 'Das gilt nicht mehr, vergiss das bitte', 'revocation', 'gilt nicht mehr'],
  ['de', 'Ich esse kein Fleisch, außer Fisch', 'exception', 'außer'],
  ['de', 'Vermieterin Lüders sagt, das geht nicht', 'report', 'sagt'],
  ['de', 'nein, ich meinte den zweiten', 'correction', 'ich meinte'],
  ['de', 'Bitte duze mich ab jetzt', 'instruction', 'duze mich'],
  ['fr', 'pas le soir', 'negation', 'pas'],
  ['fr', "j'veux pas de sucre", 'negation', 'pas'],
  ['fr', 'je suis allergique aux noix', 'binding', 'allergique'],
  ['fr', 'en fait, c’est jeudi', 'correction', 'en fait'],
  ['fr', "d'après Martine il viendra", 'attribution', "d'après"],
  ['es', 'Tutéame y respóndeme corto', 'instruction', 'Tutéame'],
  ['es', 'mi suegra dice que es carísimo', 'report', 'dice'],
  ['es', 'mejor dicho, el martes', 'correction', 'mejor dicho'],
  ['es', 'a lo mejor llega tarde', 'hedge', 'a lo mejor'],
  ['pt', 'nao quero isso', 'negation', 'nao'],
  ['pt', 'na verdade são quatro pessoas', 'correction', 'na verdade'],
  ['pt', 'a partir de agora responde em inglês', 'instruction', 'a partir de agora'],
  ['it', 'dammi del tu, per favore', 'instruction', 'dammi del tu'],
  ['it', 'non è più alle tre ma alle quattro', 'replacement', 'non è più'],
  ['nl', 'liever niet op maandag', 'refusal', 'liever niet'],
  ['nl', 'ik ben allergisch voor noten', 'binding', 'allergisch'],
  ['sv', 'jag vill inte ha kött', 'negation', 'inte'],
  ['sv', 'glöm vad jag sa om budgeten', 'revocation', 'glöm vad'],
  ['pl', 'nie mów nikomu', 'binding', 'nie mów nikomu'],
  ['pl', 'chodziło mi o wtorek', 'correction', 'chodziło mi o'],
  ['ru', 'не Геннадий, а Гузель', 'negation', 'не'],
  ['ru', 'забудь что я говорил про бюджет', 'revocation', 'забудь что'],
  ['ru', 'обращайтесь ко мне на вы', 'binding', 'на вы'],
  ['tr', 'toplantıya gelmiyorum', 'negationMorpheme', 'gelmiyorum'],
  ['tr', 'şekersiz olsun', 'negation', 'şekersiz'],
  ['tr', 'sen diye hitap et', 'instruction', 'hitap et'],
  ['ar', 'لا أريد السكر وبدون حليب', 'negation', 'وبدون'],
  ['ar', 'عندي حساسية من الفول السوداني', 'binding', 'عندي حساسية'],
  ['ar', 'انس ما قلته عن الميزانية', 'revocation', 'انس ما قلته'],
  ['hi', 'मुझे चीनी नहीं चाहिए', 'negation', 'नहीं'],
  ['hi', 'yaar kal mat aana', 'negation', 'mat'],
  ['hi', 'मेरा मतलब मंगलवार था', 'correction', 'मेरा मतलब'],
  ['vi', 'đừng nói với ai nhé', 'binding', 'đừng nói với ai'],
  ['vi', 'tôi không ăn thịt bò', 'negation', 'không'],
  ['zh', '我对花生过敏，别告诉他', 'binding', '过敏'],
  ['zh', '会议改到周四', 'replacement', '改到'],
  ['zh', '不對，應該是週五', 'correction', '應該是'],
  ['ja', '会議は3時ではなく4時です', 'exception', 'ではなく'],
  ['ja', 'それは使わないでください', 'negationMorpheme', 'ないで'],
  ['ja', '必ず日本語で答えてください', 'instruction', '必ず'],
  ['ko', '고기는 먹지 않아요', 'negation', '않아요'],
  ['ko', '앞으로는 한국어로 답해 주세요', 'instruction', '앞으로는'],
  ['ko', '아니, 제 말은 화요일이에요', 'correction', '제 말은'],
  ['ko', '비싼 호텔은 예약하지 마세요', 'order', '예약하지 마세요'],
  ['pl', 'podałem wam wczoraj błędną datę', 'retraction', 'podałem wam wczoraj błędną'],
]

describe('cuesOf', () => {
  it.each(CASES)('%s: finds in "%s" the %s "%s"', (language, text, cue, words) => {
    expect(found(text, cue, language).some((each) => each === words || each.includes(words))).toBe(true)
  })

  it.each([
    ['no doubt it works', 'en'],
    ['特别好', 'zh'],
    ['かもしれません', 'ja'],
    ['안녕하세요', 'ko'],
    ['no solo eso', 'es'],
    ['سلم أحمد المفتاح إلى سارة', 'ar'],
    ['بما أن الاجتماع يوم الثلاثاء', 'ar'],
    ['本を読んでいます', 'ja'],
    ['青いやつは3本あります', 'ja'],
    ['toplantı artık salı günü', 'tr'],
  ] as const)('finds no negation in "%s"', (text, language) => {
    expect([...found(text, 'negation', language), ...found(text, 'negationMorpheme', language)]).toEqual([])
  })

  it.each([
    ['o carro está no centro da cidade', 'pt', 'no'],
    ['die Katze liegt mit dem Hund im Garten', 'de', 'die'],
    ['vengo sin falta con mi hermano mas tarde', 'es', 'mas'],
  ] as const)('takes no English cue from "%s"', (text, language, word) => {
    const english = cuesOf(text, language).filter((cue) => cue.language === 'en')
    expect(english.map(({ start, end }) => text.slice(start, end))).not.toContain(word)
  })

  it.each([
    ['وما وصل الطرد', 'ar', 'وما'],
    ['いや、火曜日です', 'ja', 'いや'],
  ] as const)('finds a negation in "%s"', (text, language, words) => {
    expect(found(text, 'negation', language)).toEqual([words])
  })

  it('finds a source only in a whole phrase', () => {
    expect(found('the safe word is that of the bird', 'hearsay')).toEqual([])
    expect(found('word is that the bridge is closed', 'hearsay')).toEqual(['word is'])
  })

  it.each(['\u200f', '\u200e', '\ufeff'])('finds an opening cue after the invisible mark %j', (mark) => {
    expect(found(`${mark}لا، المتجر مغلق`, 'refusal', 'ar')).toEqual(['لا'])
  })

  it('finds an English cue inside a sentence of another language', () => {
    expect(found('bitte never mind the gap auf der Seite', 'revocation', 'de')).toEqual(['never mind'])
  })

  it('distinguishes "si" from "sí", whose accent changes the meaning', () => {
    expect(found('sí, gracias', 'confirmation', 'es')).toContain('sí')
    expect(found('si llueve no voy', 'confirmation', 'es')).toEqual([])
    expect(found('si llueve no voy', 'condition', 'es')).toEqual(['si'])
  })

  it('returns cues in reading order', () => {
    const cues = cuesOf('no, wait, I meant the second one, please never call before 9')
    expect(cues.map((cue) => cue.start)).toEqual(cues.map((cue) => cue.start).toSorted((a, b) => a - b))
  })

  it('is linear: a text ten times as long takes at most thirty times as long', () => {
    const text = "no, wait, don't tell anyone that 不要告诉他 gelmiyorum "
    const time = (size: number): number => {
      const long = text.repeat(size)
      const start = performance.now()
      cuesOf(long)
      return performance.now() - start
    }
    time(1_000)
    const short = Math.max(20, Math.min(time(1_000), time(1_000)))
    expect(Math.min(time(10_000), time(10_000))).toBeLessThan(30 * short)
  })
})

describe('detectLanguages', () => {
  it.each([
    ['the server is down and we have no backup', 'en'],
    ['der Server ist aus und wir haben kein Backup', 'de'],
    ['le serveur est en panne et nous sommes sans sauvegarde', 'fr'],
    ['el servidor no funciona y no tenemos copia', 'es'],
    ['o servidor não está funcionando e não temos cópia', 'pt'],
    ['il server non funziona e non abbiamo copie', 'it'],
    ['de server ligt eruit en we hebben geen kopie', 'nl'],
    ['servern är nere och vi har ingen kopia', 'sv'],
    ['serwer nie działa i nie mamy kopii', 'pl'],
    ['сервер не работает', 'ru'],
    ['sunucu çalışmıyor ve yedeğimiz yok', 'tr'],
    ['الخادم لا يعمل', 'ar'],
    ['सर्वर काम नहीं कर रहा', 'hi'],
    ['server kaam nahi kar raha hai yaar', 'hi'],
    ['máy chủ không hoạt động', 'vi'],
    ['服务器坏了', 'zh'],
    ['サーバーが動かない', 'ja'],
    ['서버가 작동하지 않아요', 'ko'],
  ] as const)('recognises "%s" as %s', (text, language) => {
    expect(detectLanguages(passageOf(text))[0]?.language).toBe(language)
  })

  it('returns nothing for figures', () => {
    expect(detectLanguages(passageOf('42 17:30 8080'))).toEqual([])
  })
})

it.each(['I believe in you', 'everything went according to plan'])(
  'cuesOf finds no hedge and no attribution in "%s"',
  (text) => {
    expect([...found(text, 'hedge'), ...found(text, 'attribution')]).toEqual([])
  },
)
