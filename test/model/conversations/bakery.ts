import type { WrittenTurn } from './conversation.ts'

/** Turns with the facts that the bakery's questions ask for. */
export const BAKERY_FACTS: readonly WrittenTurn[] = [
  [
    'I am opening a bakery in the town of Leiden. It will be called Copper Spoon.',
    'A good name. I have noted that the bakery is in Leiden and that it is called Copper Spoon.',
  ],
  [
    'My partner in it is called Matteo. He bakes, and I do the money and the shop.',
    'Noted: Matteo bakes, and you do the money and the shop. Put into writing who decides what.',
  ],
  [
    'We open on 22 May. The alarm code of the shop is 9053.',
    'I have noted both: the opening is on 22 May, and the alarm code of the shop is 9053.',
  ],
]

/** Talk about bread and shops that contains none of the requested facts. */
export const BAKERY_TALK: readonly WrittenTurn[] = [
  [
    'Which breads should we start with?',
    'Three kinds that you can make equally well every day: a white one with a thin crust, a dark one with rye, and one with seeds. People come back for what they know. A fourth bread may change each week, so that there is something to talk about. Begin with small numbers and write down at which hour each kind is sold out, because that list tells you more than any plan.',
  ],
  [
    'How early does the baking have to begin?',
    'Count back from the hour at which you unlock the door. Dough that rose slowly in the cold over night needs an hour to warm up, half an hour in the oven and half an hour to cool. With two ovens most small shops begin about four hours before they open. Keep one task that can be left out on bad days, such as the filled pastries.',
  ],
  [
    'Should we sell coffee too?',
    'Yes, if you can make it fast. Coffee earns more than bread and brings people in at hours when nobody buys bread. But a queue for coffee in front of the bread drives the others away, so put it at the other end of the counter. One machine with two handles, one good bean and no long list of names is plenty for the first year.',
  ],
  [
    'How do I find out what a loaf costs us?',
    'Add flour, salt, seeds and butter by weight, then the minutes of work, then a share of rent and power for each loaf. Most beginners forget the loaves that are left in the evening, which are often one in ten. A price that is three times the material is common for bread, and four times for pastry. Do the sum again when flour gets dearer.',
  ],
  [
    'What do we do with bread that is left over?',
    'Sell it at half price in the last hour, make crumbs and puddings of it, or give it to a kitchen for people in need. A small basket of yesterday at the door sells surprisingly well. The best cure is to bake the last batch at noon only when the shelves are getting empty, so that less is left over at all.',
  ],
  [
    'How many people do we need behind the counter?',
    'One for quiet hours and two for the morning, plus somebody who can jump in when one is ill. Let everybody learn everything, also the cleaning of the machine. Students are good on weekends and hard to get in the weeks of their exams. Plan two weeks ahead and hang the plan where everybody sees it.',
  ],
  [
    'What should the window look like?',
    'Show bread and not signs. Baskets at different heights, warm light from the side, and the door handle free. Whatever lies in the window for a day cannot be sold, so use loaves that came out badly. Clean the glass each morning from the inside, because the warm air leaves a film on it that one sees only from the street.',
  ],
  [
    'Do we need a website?',
    'A page with your hours, a photograph of the front and a number to call is enough. Most people look for nothing else, and wrong hours are worse than none. Pictures of new pastries are fun on a channel for photographs, but only when somebody enjoys taking them. Orders for cakes are best taken by telephone in the beginning.',
  ],
  [
    'What about the noise of the mixer in the night?',
    'Put it onto thick rubber and away from the wall of the neighbour, and mix the heavy doughs in the afternoon. Ask the owner of the house in which rooms people sleep. A box of rolls for the house on Saturdays does more than any letter. Write down when you measured and how loud it was, in case somebody complains later.',
  ],
  [
    'How should we keep the flour?',
    'Dry, cool, off the floor and away from anything that smells. Turn the bags so that the oldest goes first, and write the day onto each one. Moths come with the grain, so look under the bags every week and throw a bag away rather than hope. Whole flour gets bitter after three months, white flour keeps for a year.',
  ],
  [
    'May we put tables outside?',
    'Usually with a permit of the town, which says how much of the pavement must stay free. Ask early, since it takes weeks. Two small tables and four chairs are a good start, and a bench against the wall is even better, as nobody has to carry it in at night. Think of who wipes them when it rains.',
  ],
  [
    'How do we make a good dough with little yeast?',
    'Give it time. A tenth of the usual yeast and twelve hours in the cold make more flavour than any powder, and the bread stays fresh for longer. Fold the dough twice in the first two hours. When it is warm outside, use colder water. Note the temperature of the flour as well, for it matters more than that of the room.',
  ],
  [
    'Which oven is better, stone or hot air?',
    'Stone for bread and hot air for pastry. If you can only have one, take a deck oven with stone floors and steam, because pastry is good enough in it, while bread from hot air stays dull. Used ones are cheap and last for decades, but moving them costs a lot. Have the power line checked before you buy.',
  ],
  [
    'How do I tell people that a thing is sold out?',
    'With a smile and with another thing: the white one is gone, this one came out of the oven ten minutes ago. A small card with the hour of the next batch helps a lot. Do not bake more just because three people asked; bake more when it happens on four days of a week.',
  ],
  [
    'What if the first month goes badly?',
    'Most first months do. Keep money for half a year of rent, and look at the number of people and not at the money of a single day. If they come once and not again, it is the bread or the welcome; if they do not come at all, it is the place or the sign. Change one thing at a time and wait two weeks.',
  ],
  [
    'Shall we bake for restaurants as well?',
    'Two or three of them fill the oven in hours when it would be empty, and they order by the week. They pay late, though, and want the same loaf every day. Agree on a price for a quarter of a year, on who fetches the bread, and on what happens on days when you are closed.',
  ],
  [
    'How do we stay friends while we work so much?',
    'Eat together once a day without talking about the shop, and take a free day each that is never moved. Say early what annoys you, when it is still small. Look at the books together every month, so that no one has to ask. And close for two weeks in summer, whatever the neighbours say.',
  ],
  [
    'Any last advice for the first day?',
    'Bake less than you would like to and smile more than you feel like. Have change in the drawer, a second apron on the hook and somebody at the door who greets people. Do not fix anything while they watch. In the evening sit down, eat the last loaf and write three things onto a list for tomorrow.',
  ],
]
