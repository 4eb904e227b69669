import { addCues, createCueTrie } from './cue-trie.ts'

/** How plainly a sentence says that it replaces something; and what speaks against it. Bits. */
export const CUE = { strong: 1, weak: 2, change: 4, added: 8, open: 16 } as const

export const correctionCues = createCueTrie()
/** What counts only among the first words of a sentence. */
export const openingCues = createCueTrie()

// It speaks of what was said: "scratch that".
for (const phrases of [
  "correction|i meant|i mean|scratch that|strike that|disregard that|disregard what|forget that|forget what i said|ignore that|ignore my last|never mind that|change that|change it to|change this to|make that|make it|on second thought|on second thoughts|my mistake|my bad|i was wrong|i misspoke|i mistyped|i stand corrected|that's wrong|that's not right|that's incorrect|that was wrong|that's a typo|you're wrong|should be|should have been|changed my mind|typo|let me correct|made a mistake|made a typo",
  'ich meinte|ich meine|korrektur|mein fehler|vergiss das|ändere das|mach daraus|ich habe mich geirrt|ich habe mich vertan|das war falsch|das ist falsch|das stimmt nicht|berichtigung',
  "je voulais dire|je me suis trompé|je me suis trompée|oublie ça|change ça|changez ça|erreur de ma part|c'est faux|rectification|oubliez ça",
  'quise decir|quería decir|corrección|me equivoqué|mi error|olvida eso|cambia eso|cámbialo|mejor dicho|rectifico|volevo dire|mi sono sbagliato|mi sono sbagliata|correzione|errore mio|cambialo|lascia stare|quis dizer|me enganei|correção|erro meu|esquece isso|muda isso|muda para|errei',
  'ik bedoelde|ik bedoel|correctie|mijn fout|vergeet dat|verander dat|ik vergiste me|maak daar|я ошибся|я ошиблась|поправка|я имел в виду|точнее|pomyliłem się|poprawka|miałem na myśli',
])
  addCues(correctionCues, phrases, CUE.strong)

// It takes something back, as far as one can tell from a single word.
for (const phrases of [
  'actually|in fact|turns out|eigentlich|vielmehr|en fait|finalement|en realidad|más bien|in realtà|anzi|na verdade|aliás|eigenlijk|на самом деле|właściwie|doch am|doch um|doch erst',
])
  addCues(correctionCues, phrases, CUE.weak)

// The same for words that do so only at the start of a sentence.
for (const phrases of [
  'no|nope|wait|sorry|oops|whoops|hold on|rather|nein|doch|entschuldigung|sorry|moment|lieber|non|pardon|plutôt|désolé|désolée|attends|perdón|espera|scusa|aspetta|piuttosto|desculpa|não|nee|wacht|toch|нет|nie|przepraszam',
])
  addCues(openingCues, phrases, CUE.weak)
addCues(openingCues, 'change|move|switch|push|swap|make|set', CUE.change)

addCues(
  openingCues,
  'wait for|wait until|wait till|sorry to|sorry for|sorry that|no problem|no worries|no need|no one|no matter|no more|sorry about',
  CUE.open,
)

// It says that something has become different.
for (const phrases of [
  'moved to|moved from|moved up to|got moved|been moved|changed to|changed from|been changed|switched to|switched from|rescheduled|postponed|pushed to|pushed back|been pushed|was pushed|was delayed to|brought forward|bumped to|raised to|raised from|lowered to|lowered from|increased to|increased from|reduced to|reduced from|went up to|went down to|dropped to|rose to|extended to|shortened to|updated to|revised to|upgraded to|downgraded to|renamed to|is now|are now|now is|now costs|now has|now runs|now starts|now takes|now ends|now opens|now leaves|now uses|has now|not anymore|as of today|as of now|instead|changed our minds|changed my mind',
  'verschoben|geändert|ist jetzt|kostet jetzt|beginnt jetzt|sind jetzt|ist nun|nicht mehr|verlegt|vorgezogen|erhöht|gesenkt|umbenannt|ab sofort',
  "déplacé|déplacée|reporté|reportée|changé|est maintenant|désormais|n'est plus|avancé|avancée",
  'se movió|movido|cambiado|cambió|pospuesto|se pospuso|es ahora|ahora es|ya no|aplazado|trasladado|se cambió|spostato|spostata|rinviato|rinviata|cambiato|ora è|non è più|mudou para|mudado|adiado|adiada|agora é|não é mais|passou para|foi alterado',
  'verplaatst|verzet|gewijzigd|is nu|niet meer|uitgesteld|перенесли|перенесен|перенесена|изменили|больше не|przeniesione|przełożone|zmieniono',
])
  addCues(correctionCues, phrases, CUE.change)

// It adds to what was said.
addCues(
  correctionCues,
  'also|too|as well|another|additional|additionally|extra|besides|plus|not only|both|auch|außerdem|zusätzlich|aussi|en plus|également|también|además|anche|inoltre|também|além disso|ook|bovendien|также|ещё|też|również',
  CUE.added,
)
// It leaves open whether it is so.
addCues(
  correctionCues,
  'if|whether|would|might|maybe|perhaps|possibly|could be|unless|suppose|in case|used to|last time|last year|previously|originally|wenn|falls|vielleicht|früher|würde|si|peut-être|quizás|tal vez|quizá|se|forse|talvez|als|misschien|если|может быть|jeśli|może',
  CUE.open,
)

/** The same in Chinese, Japanese and Korean. */
export const UNSPACED_CORRECTION: readonly (readonly [RegExp, number])[] = [
  [
    /更正|纠正|糾正|说错|說錯|搞错|弄错|写错|改成|改为|改為|应该是|應該是|訂正|間違え|間違い|言い間違|に変えて|に変更して|정정|잘못 말|바꿔/u,
    CUE.strong,
  ],
  [/其实|其實|不对|不對|实际上|抱歉|不是|实は|実は|いや|やっぱり|すみません|사실|아니/u, CUE.weak],
  [
    /改到|推迟|延期|提前到|换成|換成|不再|现在是|変更|延期|移動|になりました|もう.{0,6}ない|변경|연기|이제/u,
    CUE.change,
  ],
  [/也|还有|還有|另外|同时|も(?=[^うっ])|さらに|また|도 /u, CUE.added],
  [/如果|要是|也许|可能|もし|たら|かもしれ|만약|아마/u, CUE.open],
]
