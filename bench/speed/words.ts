/** Vocabulary of the texts, with as many short and common words as long and rare ones. */
export const WORDS = {
  subject: words(
    `the team the customer the scheduler our supplier the second shipment the old importer the nightly job the auditor
    the warehouse the payment service the report the new tenant the driver the index the cache the contract the branch
    the harbour office the laboratory the school board the review the migration the sensor the archive the courier`,
    'the our',
  ),
  verb: `moved checked dropped rewrote delayed approved measured lost found renamed returned split merged described
    postponed confirmed rejected replaced counted translated repaired exported ordered scheduled compared inherited
    restored encrypted summarised calibrated`.split(/\s+/),
  object: `invoices records tickets samples tokens entries drawings contracts parcels backups questions estimates tables
    certificates migrations timetables permissions translations measurements reservations refunds subscriptions
    connections thermometers catalogues schedules manuscripts dependencies`.split(/\s+/),
  adjective: `late small open broken second annual quiet public cheap empty missing early duplicate stale urgent careful
    partial regional temporary irreversible provisional confidential asynchronous approximate`.split(/\s+/),
  ending: [
    'before the end of the month',
    'although nobody had asked for it',
    'because the limit had been reached',
    'and told the others by mail',
    'without changing the order of the lines',
    'as we agreed in the first meeting',
    'which cost more than we had planned',
    'so that the next step can begin',
    'in the staging environment only',
    'after the connection had timed out twice',
    'for the branch in the north',
    'with the settings that were there before',
  ],
  opening: [
    'As far as I can see,',
    'To be clear,',
    'For the record,',
    'On the other hand,',
    'In short,',
    'If I read it correctly,',
    'Last week',
    'Since then',
    'By the way,',
    'According to the log,',
  ],
  question: [
    'Could you look into this and tell me what to do first?',
    'What would you change here?',
    'How many of them are still open?',
    'Why does it fail only for some of them?',
    'Which of the two do you recommend?',
    'Can we do that without stopping the service?',
    'Is there a shorter way to write this?',
    'What did we decide about this earlier?',
  ],
} as const

/** Noun phrases, split at their initial articles. */
function words(text: string, articles: string): string[] {
  const begins = new Set(articles.split(' '))
  const phrases: string[] = []
  for (const word of text.split(/\s+/)) {
    if (begins.has(word)) phrases.push(word)
    else phrases.push(`${phrases.pop()} ${word}`)
  }
  return phrases
}
