/** Words and phrases by what they make of a sentence, in languages written with spaces. A phrase may be in several lists. */
export const SPACED_CUES = {
  instruction: [
    "must|must not|mustn't|never|always|only|at most|at least|no more than|no less than|do not|don't|should not|shouldn't|make sure|ensure|required|require|requires|requirement|mandatory|forbidden|not allowed|may not|has to|have to|need to|needs to|please|avoid|keep in mind|remember to|important|constraint|limit|no exceptions|under no circumstances|from now on|make it|use only|without exception|prohibited|shall",
    'muss|müssen|musst|müsst|darf|dürfen|niemals|immer|nur|höchstens|mindestens|bitte|auf keinen fall|unbedingt|stell sicher|achte|verboten|erforderlich|ab jetzt|soll|sollen|sollst',
    "doit|dois|doivent|devez|il faut|faut|jamais|toujours|seulement|uniquement|au plus|au moins|s'il te plaît|s'il vous plaît|interdit|obligatoire|n'oublie pas|veuillez|désormais|assure-toi|évite|évitez",
    'debe|deben|debes|tiene que|tienen que|tienes que|hay que|nunca|jamás|siempre|solo|sólo|solamente|como máximo|al menos|por favor|prohibido|obligatorio|asegúrate|evita|evite|a partir de ahora',
    'deve|devi|devono|bisogna|mai|sempre|soltanto|solamente|al massimo|almeno|per favore|vietato|obbligatorio|assicurati|da ora in poi|evitare',
    'deve|devem|precisa|tem que|têm que|nunca|jamais|sempre|apenas|somente|no máximo|pelo menos|por favor|proibido|obrigatório|certifique|evite|a partir de agora',
    'moet|moeten|mag|mogen|nooit|altijd|alleen|uitsluitend|hoogstens|minstens|alsjeblieft|alstublieft|verboden|verplicht|zorg dat|vermijd|vanaf nu',
    'нужно|надо|должен|должна|должны|нельзя|никогда|всегда|только|пожалуйста|обязательно|musi|muszą|nigdy|zawsze|tylko|proszę|gerekir|asla|sadece|lütfen|måste|får inte|aldrig|alltid|endast',
  ],
  decision: [
    "decided|decide|decision|agreed|we agree|settled on|chose|chosen|choose|we choose|go with|going with|went with|let's use|let's go|we'll use|we will use|i'll take|we'll take|picked|pick|approved|final answer|finalized|finalised|confirmed|opted|selected|we're using|sticking with|stick with",
    'entschieden|entscheidung|beschlossen|wir nehmen|ich nehme|einigen|vereinbart|genehmigt|bestätigt|gewählt|wir verwenden|ausgewählt',
    'décidé|décision|décide|on prend|choisi|nous utilisons|convenu|approuvé|confirmé|on part sur',
    "decidido|decidimos|decisión|decidí|elegimos|elegido|vamos con|acordado|acordamos|aprobado|confirmado|usaremos|deciso|decisione|abbiamo scelto|scelto|useremo|d'accordo|approvato|confermato|decisão|decidiu|escolhemos|escolhido|combinado|aprovado|usaremos",
    'besloten|beslissing|gekozen|afgesproken|goedgekeurd|bevestigd|we gebruiken|решили|решил|решение|выбрали|договорились|postanowiliśmy|zdecydowaliśmy|wybrano|karar|beslutade|bestämt',
  ],
  commitment: [
    "i will|i'll|we will|we'll|i promise|promised|promise|i'm going to|i am going to|we're going to|i plan to|we plan to|committed|commit to|deadline|due|by tomorrow|by monday|by friday|by tonight|by the end|i owe|guarantee|scheduled|appointment|booked",
    'ich werde|wir werden|verspreche|versprochen|zugesagt|frist|termin|bis morgen|bis freitag|bis montag|gebucht|kümmere mich',
    "je vais|nous allons|je promets|promis|date limite|échéance|rendez-vous|réservé|d'ici|m'engage",
    'voy a|vamos a|prometo|prometido|fecha límite|plazo|cita|reservado|me comprometo|haré|prometto|promesso|farò|faremo|scadenza|appuntamento|prenotato|vou|prometi|prazo|compromisso|reservado|me comprometo',
    'ik zal|ik ga|we gaan|beloof|beloofd|afspraak|geboekt|обещаю|сделаю|срок|крайний срок|obiecuję|zrobię|termin|söz|yapacağım|jag ska|lovar',
  ],
  correction: [
    "actually|i meant|i mean|correction|scratch that|strike that|disregard|never mind that|forget what i said|ignore that|instead of|rather than|change that|change it|change this|make that|make it|on second thought|on second thoughts|my mistake|i was wrong|i misspoke|not quite|that's wrong|that's not right|that's incorrect|you're wrong|no longer|moved to|changed to|switched to|rescheduled|postponed|it's not|it is not|wait no|sorry i|should be|should have been|not anymore|instead|turns out|i changed my mind|updated|typo|fix that|to be precise|was wrong|were wrong",
    'eigentlich|ich meinte|ich meine|korrektur|stattdessen|statt|anstatt|sondern|doch nicht|mein fehler|falsch|nicht mehr|verschoben|geändert|vergiss das|tut mir leid|vielmehr|ändere das|berichtigung',
    "en fait|je voulais dire|plutôt|au lieu|au lieu de|correction|pardon|erreur de ma part|je me suis trompé|je me suis trompée|n'est plus|oublie ça|déplacé|reporté|changé|change ça|finalement",
    'en realidad|quise decir|quiero decir|corrección|en lugar de|en vez de|sino|perdón|me equivoqué|mi error|ya no|olvida eso|cambia eso|mejor dicho|se movió|pospuesto|rectifico',
    'in realtà|anzi|volevo dire|intendevo|correzione|invece di|invece|al posto di|mi sono sbagliato|mi sono sbagliata|errore mio|non più|spostato|rinviato|cambia|piuttosto',
    'na verdade|quis dizer|quero dizer|correção|em vez de|ao invés de|e sim|desculpa|me enganei|errei|não é mais|mudou para|adiado|esquece isso|aliás|muda isso',
    'eigenlijk|ik bedoel|ik bedoelde|correctie|in plaats van|maar|mijn fout|niet meer|verplaatst|vergeet dat|verander dat|vergiste|toch niet',
    'на самом деле|точнее|вместо|поправка|я ошибся|я ошиблась|больше не|перенесли|zamiast|właściwie|poprawka|pomyliłem|aslında|yerine|düzeltme|egentligen|istället',
  ],
  error: [
    "error|errors|exception|failed|fails|failure|crash|crashed|crashes|traceback|stack trace|panic|fatal|timed out|timeout|broken|doesn't work|does not work|not working|denied|refused|undefined|segfault|bug|cannot find|not found",
    'fehler|fehlermeldung|fehlgeschlagen|abgestürzt|absturz|kaputt|funktioniert nicht|geht nicht|erreur|échec|échoué|planté|ne marche pas|ne fonctionne pas|fallo|falló|no funciona|errore|fallito|non funziona|erro|falhou|falha|não funciona|fout|foutmelding|mislukt|werkt niet|ошибка|ошибку|не работает|сбой|błąd|nie działa|hata|çalışmıyor|fel|fungerar inte',
  ],
  negation: [
    "not|no|never|none|nothing|nobody|without|cannot|can't|don't|doesn't|didn't|won't|isn't|aren't|wasn't|weren't|shouldn't|wouldn't|couldn't|haven't|hasn't|hadn't|neither|nor|unless|except|mustn't|ain't",
    'nicht|kein|keine|keinen|keiner|keinem|nie|niemals|ohne|außer|weder|nichts|niemand|pas|jamais|sans|aucun|aucune|rien|personne|ni|sauf|nunca|sin|ningún|ninguno|ninguna|nada|nadie|tampoco|salvo|non|senza|nessun|nessuno|nessuna|niente|nulla|neanche|não|sem|nenhum|nenhuma|ninguém|nem|exceto',
    'niet|geen|nooit|zonder|niets|niemand|behalve|не|нет|никогда|без|нельзя|ничего|никто|nie|bez|nigdy|nic|nikt|değil|yok|asla|inte|ingen|aldrig|utan|ikke|ei',
  ],
} as const

/** The same for scripts without spaces, as alternatives of a pattern. */
export const UNSPACED_CUES = {
  instruction:
    '必须|必須|务必|務必|不要|不能|不得|禁止|只能|只用|仅限|永远|总是|一定要|请|請|至少|最多|不许|しないで|してください|ください|なければ|てはいけ|必ず|のみ|だけ|絶対|常に|以内|해야|하지 마|반드시|항상|절대|주세요|만 ',
  decision: '决定|決定|就用|选择|選擇|选定|确定用|同意|定了|決め|にします|にしよう|採用|合意|결정|정했|선택|하기로',
  commitment:
    '我会|我會|我们会|答应|保证|承诺|截止|约定|预约|約束|やります|締め切り|締切|期限|予約|予定|약속|마감|할게|예약',
  correction:
    '其实|其實|不对|不對|更正|纠正|改成|改为|改為|改到|而是|说错|說錯|搞错|弄错|不是.{1,20}是|取消那个|应该是|應該是|实际上|実は|実際は|訂正|ではなく|じゃなくて|間違え|間違い|変更|やっぱり|代わりに|正しくは|사실은|아니라|정정|바꿔|변경|대신|잘못',
  error:
    '错误|錯誤|失败|失敗|报错|異常|异常|崩溃|超时|エラー|例外|クラッシュ|動かない|オチ|오류|에러|실패|안 돼|작동하지',
  negation: '不|没|沒|无|無|别|別|勿|ない|ません|なかった|ずに|않|못|없|아니|안 ',
} as const
