import { SECOND_HALF } from './conversation-second-half.ts'
import type { DemoTurn } from './turn.ts'

const FIRST_HALF: readonly DemoTurn[] = [
  {
    question:
      'I run a small ceramics studio in Porto and I am moving all of it to Ghent in March. Four people, two kilns, about nine pallets of glaze and clay. Where do I start?',
    answer:
      'Start with whatever takes longest to arrange, because it sets the date of everything else. For a studio that is nearly always the electricity: two kilns need a three-phase supply, and in Ghent the grid operator takes eight to ten weeks for a stronger connection. So first sign the lease, then order the connection the same day, and only then book the carrier. In parallel, make an inventory with weights, since the price of the transport depends on loading metres and not on pallets. I would also decide now which of the four people go ahead of the kilns. Tell me the date from which you must be able to fire again, and I will count backwards from there.',
  },
  {
    question:
      'We must fire again on 6 April, because a restaurant, Vrijmoed, gets 240 plates from us on 24 April. That date cannot move.',
    answer:
      'Then 6 April is the fixed point, and 24 April the hard one behind it. Counting back: two firings of the plates need nine days each with cooling and glazing, which leaves you no spare week at all after 6 April. I would therefore aim for a first test firing on 30 March and treat 6 April as the reserve. The carrier should arrive in Ghent no later than 24 March, since the electrician wants two working days and the kilns have to stand and dry for three. That means loading in Porto on 19 March. The order for the connection has to be in by 12 January. I am noting this: the 240 plates for Vrijmoed on 24 April are not negotiable.',
  },
  {
    question:
      'Good. The big kiln is a Rohde KE 1000 S, serial number KX-2207-118, and it weighs 1,140 kg empty. The carrier needs that number for the customs-free transport form. The small one is 410 kg.',
    answer:
      'Thank you, that is what the form asks for: maker, model, serial number and empty weight. For the big one, Rohde KE 1000 S, KX-2207-118, 1,140 kg; please send me the small one’s number when you have it. At 1,140 kg the kiln must not be lifted with an ordinary pallet truck with short forks, because its feet stand 1.32 m apart. Ask the carrier for a truck with a tail lift of at least 2,000 kg, or for a crane at both ends. Take the shelves, the thermocouple and the door seal out before loading; the seal is the one part that never survives a journey when the door is only strapped. And photograph the serial plate: customs does sometimes ask.',
  },
  {
    question:
      'The landlord in Ghent, Ms De Clercq, wants three months as a deposit, 5,850 euros, and she says the floor of the hall carries 750 kg per square metre. Is that enough?',
    answer:
      'For the small kiln yes, for the big one not without help. 1,140 kg empty, plus up to 300 kg of ware and shelves, stand on four feet of a few square centimetres each, so the load under each foot is far above 750 kg per square metre even though the average may be below. The usual answer is a steel plate of 15 mm, two by two metres, which spreads it to about 360 kg per square metre. Ask Ms De Clercq to confirm in writing that a plate is allowed and that the 750 kg is the figure of an engineer and not an estimate. The deposit of 5,850 euros is within what is usual in Belgium for a business lease, but have it paid into a blocked account in both names and not to her directly.',
  },
  {
    question: 'She agreed to the plate, and to the blocked account. What should be in the lease besides that?',
    answer:
      'Five things. First, that kilns and firing at night are an agreed use of the hall; otherwise a neighbour’s complaint is enough to stop you. Second, who pays for the stronger electrical connection and who owns it when you leave. Third, a right to end the lease after three years with six months’ notice, the usual 3-6-9 lease gives you that, but only when it is not excluded. Fourth, that the exhaust through the roof may be built and need not be removed. Fifth, a list of the state of the hall with photographs, made together on the day you get the keys. Do not accept a clause that makes you liable for the roof: buildings of that age have corrugated sheets that may contain asbestos, and that is never the tenant’s business.',
  },
  {
    question:
      'The electrician, Bart Wouters, says we need 63 A three-phase and quotes 4,320 euros without the cable to the second kiln. Is it reasonable?',
    answer:
      'The size is right: the big kiln takes 43 A at full power, the small one 16 A, and 63 A leaves just enough for light, the extractor and a pug mill, as long as you never run both kilns and the mill at full load together. The price is at the upper end but fair for Ghent if it includes the inspection. Ask him for three things in the quotation: the inspection by a recognised body, which you need before the grid operator connects you; a residual-current device of 300 mA for the kilns alone; and the cable to the second kiln as a separate line, so that you can see what it costs. I would expect 600 to 800 euros for it. He should not begin before the lease is signed.',
  },
  {
    question:
      'He will do the cable for 690. So 5,010 in all. The grid operator, Fluvius, gave me the file number 4491-0826 and says nine weeks from payment.',
    answer:
      'Then pay today if you can: nine weeks from now is just inside your plan, and every day of delay goes straight into the reserve before 6 April. Keep the file number 4491-0826 at hand, since Fluvius answers only with it. I have the electrical work at 5,010 euros with the cable to the second kiln included. There is one trap: the nine weeks run until the connection, but the meter is only opened after the inspection report has been uploaded to the same file, and that takes them up to five working days more. So let Bart Wouters arrange the inspection for the first half of March, not for the week in which the carrier comes.',
  },
  {
    question:
      'Carrier: I have two offers. Transbérico 3,900 euros, loading on 19 March. Van Moer 4,650, loading on 18 March, with crane at both ends.',
    answer:
      'I would take Van Moer. The difference is 750 euros, and the crane alone would cost you more than that in Porto, where your yard has a slope and a tail lift of 2,000 kg cannot be used safely on one. Loading on the 18th also gives you back a day. Before you sign, have them write down three things: that the kilns travel standing and are strapped at the frame and not at the casing; that the goods are insured for their replacement value, which I would put at 38,000 euros for both kilns together; and a fixed hour for unloading on 23 March, because the street in Ghent is closed to lorries between 7:30 and 9:00. Transbérico is a good second choice if Van Moer cannot promise the crane.',
  },
  {
    question:
      'Van Moer it is. They confirmed, order VM-70931. Insurance for the transport is 38,000 as you said, costs 212 euros.',
    answer:
      'Good, then the transport stands: Van Moer, order VM-70931, loading on 18 March in Porto, unloading on 23 March in Ghent, crane at both ends, 4,650 euros and 212 for the insurance of 38,000. Ask them for the name and the telephone number of the driver two days before. What is left on this side is the crate for the shelves: silicon carbide breaks when it is laid flat on top of each other, so stand the shelves upright with corrugated board in between, and mark the crate as not to be laid down. It must not be wider than 1.20 m, or it does not fit beside the big kiln in the trailer.',
  },
  {
    question:
      'What about the glazes? There are about 60 kg of raw materials, some of them with barium carbonate and manganese dioxide.',
    answer:
      'Those two are dangerous goods, so they must not simply travel among the rest. Barium carbonate is toxic, UN 1564, packing group III; manganese dioxide is an oxidiser only in some forms, and your supplier’s safety sheet says which. Up to 333 kg of that packing group may travel in an ordinary lorry without a special driver, so with 60 kg you are far below the limit, but the carrier has to know, the containers need their labels, and a list has to be in the cabin. I would leave the barium behind altogether: it is the one material that a restaurant client may ask about, and a matt glaze can be made with strontium instead. Never put either of them in your own cars.',
  },
  {
    question:
      'We leave the barium behind, then: the university takes it. So the plates for Vrijmoed need a new matt glaze. Recipe?',
    answer:
      'A start that has worked for many: nepheline syenite 45, strontium carbonate 20, whiting 8, kaolin 12, silica 15, with 3 of tin oxide for a softer white. Fire it to cone 6, 1,222 °C, with a slow cooling of 60 °C an hour between 1,100 and 950, since the matt surface comes from crystals that need that time. Make a line of five tests with the strontium going from 16 to 24 before you leave Porto, because the water and the kiln will both be different in Ghent and you will want something to compare with. And have one plate tested for leaching: for tableware the limit for lead and cadmium is what the restaurant will ask for, and a certificate costs about 90 euros.',
  },
  {
    question: 'Tests done. 20 was too dry, 18 is beautiful. So strontium 18. What do I change to make up for the 2?',
    answer:
      'Give the two to the silica, so the recipe is now: nepheline syenite 45, strontium carbonate 18, whiting 8, kaolin 12, silica 17, tin oxide 3 on top. That corrects the 20 I gave you before; please cross it out wherever you wrote it down, so that nobody mixes the old batch. With a little more silica the surface becomes harder as well, which is good against cutlery marks. For 240 plates of about 45 g of glaze each you need 10.8 kg, with losses 13 kg dry. Mix it in Porto in one batch, let it settle, and take it as powder, not wet: frost in the lorry would ruin a bucket of slip.',
  },
]

/** The first 24 turns: planning. */
export const CONVERSATION: readonly DemoTurn[] = [...FIRST_HALF, ...SECOND_HALF]

/** The last question, about a turn that was folded long before. `facts` are the values that its answer needs. */
export const LAST_QUESTION = {
  question: 'The customs form is in front of me: what were the serial number and the empty weight of the big kiln?',
  answer: 'The Rohde KE 1000 S has the serial number KX-2207-118 and weighs 1,140 kg empty.',
  facts: ['KX-2207-118', '1,140'],
}
