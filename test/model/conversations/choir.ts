import { type WrittenConversation, worded } from './conversation.ts'

/** A choir goes on a journey. Fits the window. */
export const CHOIR: WrittenConversation = {
  name: 'choir',
  isShort: true,
  turns: [
    [
      'Our choir goes on a journey to Ghent this year, thirty-one people. I have to plan all of it.',
      'That is a nice task. I have noted that the choir goes to Ghent with thirty-one people.',
    ],
    [
      'The driver of our bus is called Tomasz. He has driven us before and knows everybody.',
      'Good to know: Tomasz drives the bus. A driver who knows the group saves much time.',
    ],
    [
      'We stay at a hotel called the Blue Heron. Our booking there has the number 77310.',
      'Noted: hotel Blue Heron, booking number 77310. Ask them for one list of rooms a week before you come.',
    ],
    [
      'Some of us want to sing in the street. Is that allowed?',
      'In most towns small groups may sing for a short time without asking, as long as they use no loudspeakers and do not block the way. Ask the town for its rules and take a printed copy with you.',
    ],
    [
      'What do singers eat before a concert?',
      'Something light two hours before it: soup, bread, rice, a banana. No milk and nothing very spicy. Warm water helps more than tea, and much more than sweets.',
    ],
    [
      'How long should we warm up our voices?',
      'Fifteen minutes are enough for most groups. Begin with breathing and stretching, then hum, then go up and down in small steps. Stop before anybody is tired.',
    ],
    [
      'Two altos do not talk to each other any more. What can I do?',
      'Do not put them into one room, and do not make them talk in front of the others. Give each of them a small task of her own. A journey often helps by itself, since people have to carry things together.',
    ],
    [
      'We need a programme for an hour. Any advice?',
      'Start with a piece that everybody knows by heart, put the hardest one third, and end with something quiet. Nine or ten pieces fill an hour when you count the clapping. Speak little between them.',
    ],
    [
      'Should we print the notes again?',
      'Only for those who have lost theirs. Number the pages, use large print for the back rows, and put everything into black folders, which look calm from the front.',
    ],
    [
      'And what if somebody falls ill on the way?',
      'Take a list with the numbers of the families, a small box of medicine for stomach and head, and decide before you leave who would stay behind with a person who is ill.',
    ],
  ],
  questions: [
    ...worded(
      ['Tomasz'],
      ['What is the name of our bus driver?', 'Who drives our bus?', 'What is our bus driver called?'],
    ),
    ...worded(
      ['Ghent'],
      ['To which city does our choir go?', 'Where does our choir go?', 'Which city does our choir travel to?'],
    ),
    ...worded(
      ['Blue Heron'],
      ['What is the name of our hotel?', 'What is our hotel called?', 'At which hotel do we stay?'],
    ),
    ...worded(
      ['77310'],
      [
        'What is the number of our booking at the hotel?',
        'What is our booking number at the hotel?',
        'Which number does our hotel booking have?',
      ],
    ),
  ],
}
