import { words } from '../word-lists.ts'
import { isTelling } from './wrapping-up.ts'

/** What is done to a work that is there. */
const EDITS = words(
  // English
  '(?:can|could|would|will) you (?:please |also )?(?:give|put|use|let)|^(?:now |then |please |and |ok,? |also )*(?:give|put|use|let|write|have)|make|add|change|remov+|delet+|drop|replac+|fix|correct|sort|turn|convert|scal(?:e|ing)|extend|expand|updat+|adapt|adjust|edit|modif+|improv+|re(?:phras|writ|word|structur|format|organi[sz]|arrang|fram|nam|factor)+|shorten|simplif+|translat+|insert|includ+|swap|split|merg+|append|port|continue|finish|complete|bring back|show (?:me )?(?:the|that|my|your)',
  // German, Dutch
  'mach+|füg+|änder+|ergänz+|entfern+|lösch+|streich+|ersetz+|korrigier+|sortier+|wandle|verwandle|rechne|erweiter+|pass|überarbeit+|verbesser+|schreib+|kürz+|vereinfach+|übersetz+|benenn+|teil+|gib|maak|voeg|verander|wijzig|verwijder|vervang|sorteer|zet|pas|verbeter|herschrijf|vertaal|verkort',
  // French, Spanish, Portuguese, Italian
  'ajoute+|change+|modifi+|supprim+|enlève+|enlever|remplac+|corrig+|tri(?:e|er|ez)|conver+|transform+|adapt+|réécri+|raccourci+|simplifi+|tradui+|mets|mettez|rends|fais|añad+|agreg+|cambi+|quit+|elimin+|reemplaz+|orden+|pon|haz|reescrib+|acort+|traduc+|adicion+|acrescent+|mud[ae]|alter+|remov[ae]|substitu+|torn[ae]|faça|coloque|reescrev+|encurt+|traduz+|aggiung+|modific+|togli+|rimuov+|sostitu+|ordina|rendi|metti|riscriv+|accorci+|traduci',
  // Polish, Russian, Turkish
  'dodaj|zmień|usuń|zamień|popraw|posortuj|przerób|przepisz|skróć|przetłumacz|zrób|добав+|измени+|поменя+|убер+|удали+|замени+|исправ+|отсортир+|передел+|перепиш+|сократи+|переведи+|сделай+|ekle+|değiştir+|çıkar+|sil+|düzelt+|sırala+|dönüştür+|kısalt+|çevir+|yap',
)
const JOINED_EDITS =
  /加|改|删|刪|换|換|修|排序|转成|轉成|翻译|翻譯|缩短|縮短|追加|変え|変更|直し|削除|書き換え|訳し|並べ|추가|바꿔|고쳐|삭제|번역|줄여|정렬|أضف|غير|احذف|عدل|صحح|ترجم|اختصر|जोड़|बदल|हटा|सुधार|अनुवाद/u
/** A wish in the form of a question; any other question is none. */
const POLITE = words(
  '(?:can|could|would|will) you|kannst du|könnte?st du|können sie|könnten sie|kun je|kunt u|peux-tu|pourrais-tu|pouvez-vous|pourriez-vous|puedes|podrías|puede|podría|pode|poderia|puoi|potresti|può|możesz|mógłbyś|mogłabyś|можешь|можете|могли бы|misin|mısın|ことはできますか|くれますか|もらえますか|能不能|可以|줄래|주세요',
)

/** Whether a sentence wishes for something to be done to what is there: neither what somebody tells nor a mere question. */
export function isEdit(sentence: string): boolean {
  if (!EDITS.test(sentence) && !JOINED_EDITS.test(sentence)) return false
  return !isTelling(sentence) && (!/[?？؟]/.test(sentence) || POLITE.test(sentence))
}
