import { STOP_WORDS } from '../words/stop-words.ts'

/**
 * Words that say nothing about what a sentence is about, in the languages whose corrections are looked for: beside
 * function words, the words of corrections themselves.
 */
const LIST = `
should must not no nor never only now new old still already more less than least most about around roughly exactly just even ever
actually sorry wait oops correction mistake wrong right correct typo meant mean scratch strike forget ignore disregard mind change changed move moved
switch switched push pushed postponed rescheduled reschedule raised lowered increased reduced updated update revised instead anymore longer turn turns turned
from now today make made set put bump bumped went gone goes go rose dropped fell lasts swap swapped extend extended need needs let it's thing because since per each before after until till but
der die das den dem des ein eine einen einem einer und oder aber ist sind war waren wird werden auf am im in um zu zum zur bis von vom mit für bei nach aus an es er sie wir ich ihr du man
nicht kein keine sondern doch eigentlich jetzt nun statt stattdessen nein ja mehr noch nur auch dass daß habe hat haben meinte meine korrektur verschoben geändert wurde
le la les un une des du de et ou mais est sont était sera au aux à en pour par sur avec dans ce cette il elle on nous je vous tu ne pas plus fait maintenant plutôt lieu non oui que qui voulais dire c'est changé reporté déplacé d'ici
el los las lo una unos y o pero es son era será en al del con por para su se no sino ya sí que quise decir realidad ahora lugar vez está fue mejor dicho cambia eso
il lo gli i uno e ma è sono sarà nel della del dei di da al con per non si più realtà ora anzi invece volevo dire che era questa questo
os as um uma e mas é são será no na nos nas do da dos das ao com por para não sim que quis dizer verdade agora vez em foi isso
het een en of maar zijn was wordt op om te tot van met voor bij niet geen nee ja eigenlijk nu plaats bedoelde ik we wij het dat dit is
и или но это был была было будет на в во с по за не да нет уже теперь а вместо к до
i w na z do nie tak jest był była ale teraz
我们 你们 他们 我 你 他 她 它 是 不是 而是 应该 改成 改为 改到 其实 不对 现在 更正 这个 那个 一个 已经 请 吧 了 的 在
です ます ました でした ではなく 実は 訂正 それ これ あれ は が を に で と の も いや から まで する した して`
const WORDS: ReadonlySet<string> = new Set(LIST.split(/\s+/).filter(Boolean))
/** Small kana make no topic. */
const KANA = /^[\u3040-\u309f]+$/

/** Whether a word, in lower case, helps to tell what a sentence is about. */
export function isContextWord(word: string): boolean {
  if (WORDS.has(word) || STOP_WORDS.has(word) || KANA.test(word)) return false
  return word.length > 1
}
