import type { WrittenTurn } from './conversation.ts'

/** Turns with the facts that the journey's questions ask for. */
export const JOURNEY_FACTS: readonly WrittenTurn[] = [
  [
    'I want to ride my bicycle from home to the city of Trieste this summer. My bicycle is called Juniper.',
    'What a plan. I have noted that you ride to Trieste and that your bicycle is called Juniper.',
  ],
  [
    'My sister Henrike comes with me for the first week.',
    'Noted: your sister Henrike rides with you for the first week. Let her choose the pace then.',
  ],
  [
    'We leave on 3 July. The lock of the bicycle opens with 6617.',
    'I have noted both: you leave on 3 July, and the lock of the bicycle opens with 6617.',
  ],
]

/** Talk about riding that contains none of the requested facts. */
export const JOURNEY_TALK: readonly WrittenTurn[] = [
  [
    'How far can one ride in a day?',
    'With bags and no hurry, sixty to eighty kilometres on flat land and forty in the hills. The second and third day are the hardest, after that the legs know what is wanted. Plan a day of rest for each six days, and never two long days in a row. What counts is not the distance but the hours in the saddle, and five of them are plenty.',
  ],
  [
    'Which tyres should I use?',
    'Wider ones than you think, about forty millimetres, with a smooth middle and a strong side. They roll as well as narrow ones and spare your hands. Pump them a little softer on gravel. Change both before you go if they have seen three thousand kilometres, and carry one that folds when you ride through lonely places.',
  ],
  [
    'What has to go into the bags?',
    'Less than lies on your bed now. Two sets of clothes, one warm thing, rain clothes, something to sleep in, tools, a small kitchen and a book. Put heavy things low and to the front, and what you need in the rain on top. After three days look for what you never touched and send it home by post.',
  ],
  [
    'Tent or guest houses?',
    'A tent makes you free and costs four kilos. Guest houses dry your clothes and your mood. Many people take a light tent and sleep inside every third night, or when it has rained since noon. In the high season ring the evening before; farmers often say yes to a tent when they are asked politely and early enough.',
  ],
  [
    'How do I keep my knees healthy?',
    'Ride in small gears and turn the pedals quickly, about eighty times a minute. The saddle must be so high that the leg is almost straight below. Keep the knees warm in the morning, also in summer. If one begins to hurt, make the saddle a little higher or lower, half a centimetre at a time, and rest a day.',
  ],
  [
    'What do I eat on the way?',
    'Something small every hour: bread, bananas, nuts, cheese. A big lunch makes the afternoon long. In the evening eat as much as you like, with salt if it was hot. Drink before you are thirsty and fill the bottles at graveyards, where there is nearly always a tap. Sweets help on the last hill and only there.',
  ],
  [
    'And if a spoke breaks?',
    'Open the brake so that the wheel can wobble, turn the two spokes beside it a little looser, and ride on slowly to the next workshop. Carry three spokes of the right length, taped to the frame. The one on the side of the chain is the one that always breaks, and for that you need the tool which takes off the sprockets.',
  ],
  [
    'How do I cross the Alps without too much climbing?',
    'Follow a river as long as you can and cross at a low pass. Old railway lines have become paths in several valleys, with tunnels and lamps, and they never rise steeply. Start climbing at six in the morning, when it is cool and the lorries are still asleep. Going down, brake with both hands in short pulls and stop now and then.',
  ],
  [
    'Is it dangerous to ride alone?',
    'Less than riding to work in a big town. Wear something bright, use a mirror, and leave roads with many lorries even if that costs an hour. Tell somebody each evening where you are. Most people you meet are curious and kind, and a person on a loaded bicycle is asked in for coffee more often than is good for the timetable.',
  ],
  [
    'What about thunderstorms?',
    'In the mountains they come in the afternoon, so be over the pass by noon. When you count less than ten seconds between light and thunder, get away from single trees, ridges and water, put the bicycle down and crouch some metres from it. A barn, a bus stop of stone or a church is best. Half an hour later it is usually over.',
  ],
  [
    'How do I charge my telephone?',
    'With a dynamo in the front wheel you get enough for a telephone by noon if you ride steadily. Otherwise a small battery and a socket in a café are simpler, and ask before you plug it in. Switch off everything that looks for networks, which doubles the time. A printed map needs no power and shows more of the country.',
  ],
  [
    'Do I need to train before?',
    'Two months of riding three times a week are enough, once of it with the bags full. Train your seat more than your lungs. Go out in the rain at least once, to learn what leaks. And spend one night in the tent in a garden, where it does not matter what you forgot.',
  ],
  [
    'How do I take the bicycle back by train?',
    'Book early, since most fast trains take only a few bicycles. Where they take none, put it into a bag: wheels off, handlebar turned, pedals out, which needs twenty minutes the first time. Slow trains take it almost everywhere, cost less and stop where there is a bakery. Avoid Friday afternoons.',
  ],
  [
    'What do I do about sore hands?',
    'Change the grip often, wear gloves, and raise the handlebar by two centimetres. Numb little fingers mean that you lean on them too long. Wider tyres with less air help more than any gel. Shake your hands at every village sign, which is easy to remember and makes the children laugh.',
  ],
  [
    'How much money will it cost?',
    'With a tent and cooking, about thirty a day; with guest houses and dinners, a hundred. Add the train home and a small sum for the workshop. What costs most are rainy days, on which one sits in cafés. Keep two notes in the seat tube, wrapped in plastic, and forget about them until you need them.',
  ],
  [
    'Should I write a diary?',
    'Yes, five lines each evening: where from, where to, what you ate, whom you met, what went wrong. Photographs do not keep that. Write before you lie down, because nobody writes after. In ten years the five lines bring back the whole day, and the picture of the view brings back nothing.',
  ],
  [
    'What is the nicest hour to ride?',
    'The first one after sunrise. The wind sleeps, the roads belong to you, and one often sees deer and hares. By ten you have half of the day behind you, and the rest is for coffee, swimming and looking at things. It only works if the bags are packed the evening before.',
  ],
  [
    'What do people forget most often?',
    'A sharp knife, a second pair of glasses, a few metres of string, cloth pegs, and the small screw of the shoe plates. And they forget to say thank you to those who stay at home and look after the cat. Bring them something that does not weigh much.',
  ],
]
