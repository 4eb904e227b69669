import { BAKERY_FACTS, BAKERY_TALK } from './bakery.ts'
import { type WrittenConversation, worded } from './conversation.ts'
import { JOURNEY_FACTS, JOURNEY_TALK } from './journey.ts'

/** Somebody opens a bakery, and then dreams of a long ride. Twice as long as the window. */
export const BAKERY: WrittenConversation = {
  name: 'bakery',
  isShort: false,
  turns: [...BAKERY_FACTS, ...BAKERY_TALK, ...JOURNEY_TALK],
  questions: [
    ...worded(
      ['Copper Spoon'],
      ['What is the name of my bakery?', 'What is my bakery called?', 'Which name does my bakery have?'],
    ),
    ...worded(['Leiden'], ['In which town is my bakery?', 'Where is my bakery?', 'Which town is my bakery in?']),
    ...worded(['Matteo'], ['What is the name of my partner?', 'Who is my partner?', 'What is my partner called?']),
    ...worded(
      ['22 May', 'May 22'],
      ['On which date do we open?', 'When do we open?', 'On what day does the bakery open?'],
    ),
    ...worded(
      ['9053'],
      [
        'What is the alarm code of the shop?',
        'What was the alarm code again?',
        'Which code turns off the alarm of the shop?',
      ],
    ),
  ],
}

/** Somebody plans a long ride, and then thinks about opening a bakery. Twice as long as the window. */
export const JOURNEY: WrittenConversation = {
  name: 'journey',
  isShort: false,
  turns: [...JOURNEY_FACTS, ...JOURNEY_TALK, ...BAKERY_TALK],
  questions: [
    ...worded(
      ['Trieste'],
      ['To which city do I want to ride?', 'Where do I want to ride to?', 'In which city does my ride end?'],
    ),
    ...worded(
      ['Juniper'],
      ['What is the name of my bicycle?', 'What is my bicycle called?', 'Which name does my bicycle have?'],
    ),
    ...worded(['Henrike'], ['What is the name of my sister?', 'Who is my sister?', 'What is my sister called?']),
    ...worded(
      ['3 July', 'July 3'],
      ['On which date do we leave?', 'When do we leave?', 'On what day does the ride begin?'],
    ),
    ...worded(
      ['6617'],
      [
        'With which number does the lock of my bicycle open?',
        'What is the number of my bicycle lock?',
        'Which number opens the lock of my bicycle?',
      ],
    ),
  ],
}
