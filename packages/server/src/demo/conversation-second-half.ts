import type { DemoTurn } from './turn.ts'

/** Turns 13 to 24. */
export const SECOND_HALF: readonly DemoTurn[] = [
  {
    question:
      'People now. Inês and Rui come with me, Marta stays until June to close the studio in Porto. Do they need anything in Belgium?',
    answer:
      'As citizens of the Union they need no permit, only to register with the city of Ghent within three months, and for that a lease of their own or a statement by whoever they live with. You, as the employer, have to register with the social security office before their first day of work and file a declaration for each of them the day before they begin. Their Portuguese contracts end and Belgian ones begin; do not let them overlap, or they are insured twice and you pay twice. Marta stays insured in Portugal as long as she works there. Ask a payroll office to do it, about 25 euros a head and month; for three people it is not worth learning it yourself.',
  },
  {
    question:
      'Payroll: SD Worx, contract signed, from 16 March. Flats: Inês has one on Dampoort, Rui is still looking, at most 800 a month.',
    answer:
      'Then Inês is settled from the 16th. For Rui: 800 euros buys a studio flat in Ledeberg or Gentbrugge, seldom in the centre, and he should have a letter from you that he has a permanent contract, because landlords ask for three payslips which he cannot have yet. The city’s housing office has a list of honest agencies; he must never pay a deposit before he has seen the flat, since half of the offers below 600 are frauds that work exactly that way. Until then a room for a month costs about 550. I would count on that and book it now, as April is when the students’ second term is over and everything moves.',
  },
  {
    question: 'What can go wrong in the week of 16 to 23 March? Give me the three worst things.',
    answer:
      'First, the connection is late. Then the kilns stand cold, and you lose the reserve. The remedy is a rented generator of 60 kVA for the first firing; reserve one now for the week of 30 March, most firms take no fee when you cancel a week ahead. Second, a kiln is damaged on the way. Then the insurance pays but no plate is fired; so ask a colleague in Ghent for two days in their kiln in April. Third, one of you is ill in the week of unloading. Then three people do the work of four, which is why I would unpack only what the plates need and leave everything else on its pallets until May. The first is by far the most likely.',
  },
  {
    question:
      'Generator reserved at Boels, 60 kVA, 410 euros for the week, free to cancel until 23 March. And Atelier Lotte lets us have her kiln on 11 and 12 April if need be.',
    answer:
      'Then two of the three are covered: Boels with 60 kVA for the week of 30 March, 410 euros, free until 23 March, and Lotte’s kiln on 11 and 12 April. Put the 23rd in your calendar with a question and not with a decision: is the meter open, yes or no? If yes, cancel. Lotte’s kiln takes about 70 plates a firing, so with two days you would have 140 of the 240; the remaining hundred could be fired the week after in your own. Write to her what temperature you need, 1,222 °C with slow cooling, because not everyone’s controller can do a ramp downwards.',
  },
  {
    question: 'Our VAT number in Belgium came: BE 0791.448.203. What changes on the invoice to Vrijmoed?',
    answer:
      'If the plates are made and delivered in Belgium by the Belgian company, the invoice carries BE 0791.448.203 and Belgian VAT of 21 %, and Vrijmoed deducts it. If you had invoiced from Portugal, it would have been without VAT under the reverse charge. So what was agreed with them matters: was the price of 38 euros a plate net? With 240 plates that is 9,120 euros net, 11,035.20 with VAT. From this year on invoices between Belgian companies must go through Peppol as structured files; a PDF alone is no longer an invoice. Your payroll office or the bookkeeping program can do it. Do not send the first one before the registration at the company register shows the new address.',
  },
  {
    question: 'The price was 36, not 38, and net. 240 plates.',
    answer:
      'Then it is 8,640 euros net and 10,454.40 with VAT; I take back the 38. Half in advance would be usual for a first order after a move and helps you through April: 4,320 net now, the rest on delivery on 24 April. By coincidence that is the same sum as the electrician’s first quotation, so take care not to mix up the two transfers. Write the colour and the tolerance of the diameter on the order, 27 cm plus or minus 3 mm, so that nobody discusses it when the plates stand on the table.',
  },
  {
    question: 'They paid the 4,320 in advance. What is my cash position until the end of April? Start with 21,400.',
    answer:
      'Start 21,400. In: 4,320 from Vrijmoed, and 4,320 more on delivery plus the VAT that goes on to the state. Out: deposit 5,850, first rent 1,950, electrician 5,010, Van Moer 4,650, insurance 212, steel plate about 480, generator 410 if you do not cancel, a room for Rui 550, wages for April about 6,900. Together 26,012. So before the second payment you stand at 21,400 + 4,320 - 26,012 = -292, which is too tight. Without the generator it is +118. I would ask Ms De Clercq to take the deposit in two parts, or the bank for an overdraft of 5,000 for eight weeks. Do not pay the wages late for it.',
  },
  {
    question: 'Ms De Clercq takes 3,000 now and 2,850 in June. So I am fine. Now the last week: a list by day, please.',
    answer:
      'Monday 16 March: last firing is cold, shelves out, SD Worx begins. Tuesday 17: kilns strapped and photographed, glaze powder and labels, list for the cabin. Wednesday 18: Van Moer loads with the crane at 8:00, order VM-70931; Marta signs for the empty hall. Thursday 19: Inês and Rui travel, you follow. Friday 20: keys, state of the hall with photographs, steel plate is laid. Monday 23: unloading after 9:00, because of the closed street; the same day decide about the generator. Tuesday 24 and Wednesday 25: Bart Wouters connects. Thursday to Saturday: the kilns stand and dry. Monday 30: test firing, empty but for five of the test tiles with strontium 18.',
  },
  {
    question: 'Do I have to tell anyone that we leave Porto? City, tax office, water?',
    answer:
      'Yes: the tax office within 15 days of the end of the activity, and with it the final VAT return; the social security for Inês and Rui, with the date of their last day; the water and the electricity companies with a reading on the day of the handover, which Marta should photograph; the insurer of the studio, which ends only at the date you write; and the city for the advertising sign, or you pay its fee for another year. The landlord in Porto gets the keys from Marta in June, so his three months’ notice has to reach him by the end of this month, by registered letter. What you do not have to do is tell the chamber of crafts, membership simply lapses.',
  },
  {
    question:
      'Registered letter sent today, number RR 447 120 935 PT. Anything about the water in Ghent for the glazes?',
    answer:
      'Ghent has hard water, about 35 French degrees, Porto has soft, about 5. The calcium makes a glaze slip thicken within days, and it moves the whiting of your recipe a little. For the plates mix with demineralised water, 20 litres cost about 12 euros, and keep tap water for cleaning. If the slip gets thick nonetheless, use a few drops of sodium silicate and not more water, or the layer gets too thin and the matt surface turns shiny. Keep the number RR 447 120 935 PT together with the receipt: it is the date on the receipt that counts for the notice.',
  },
  {
    question: 'Vrijmoed asks whether 20 of the plates can be black instead of white. Can they, with the same glaze?',
    answer:
      'They can: leave out the tin oxide and add 6 of a black stain that is free of chromium and manganese in soluble form, or 2 of cobalt carbonate with 4 of red iron oxide for a softer black. With the strontium matt both keep the surface. You need a separate batch of about 1.1 kg for 20 plates. Have the black tested for leaching as well, since the certificate of the white one does not cover it. Tell them that black shows cutlery marks sooner, so that they decide knowingly; and ask for the decision by 27 March, because the test firing on the 30th is the last one in which a tile of it can go along.',
  },
  {
    question: 'They want it: 220 white, 20 black. Can you sum up the order as it stands now, in two sentences?',
    answer:
      'Vrijmoed gets 240 plates of 27 cm, plus or minus 3 mm, on 24 April: 220 in the white strontium matt and 20 in black, at 36 euros net each, 8,640 in all, of which 4,320 are paid. Both glazes come with a certificate for leaching, and the date is fixed.',
  },
]
