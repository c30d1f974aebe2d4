/** Pages with a title and a text, each with a question that a person might ask about it and words of the answer. */
export const PAGES: { title: string; text: string; question: string; answer: RegExp }[] = [
  {
    title: 'The stillness of the grey heron',
    text: 'A grey heron may stand in the shallows for an hour without moving a feather. Fish do not fear what does not move: the bird waits until one of them swims within reach, and strikes. Young birds are impatient and go hungry; patience is what they learn in their first winter.',
    question: 'why do herons stand still for so long when they are fishing?',
    answer: /Fish do not fear what does not move/,
  },
  {
    title: 'Keeping a sourdough alive',
    text: 'Flour and water are all that a starter needs. It likes a warm corner of the kitchen: between 24 and 27 degrees the yeasts work faster than the bacteria, and the bread is mild. Colder than that it turns sour. Feed it each evening, and throw half of it away before you do.',
    question: 'how warm should a sourdough starter be kept?',
    answer: /between 24 and 27 degrees/,
  },
  {
    title: 'Galloping Gertie',
    text: 'Four months after it was opened, the bridge over the Tacoma Narrows twisted itself apart in a wind of 64 kilometres an hour. The deck was too slender and let no air through. Engineers have tested models of every large span in wind tunnels since.',
    question: 'which bridge collapsed because of wind',
    answer: /Tacoma Narrows/,
  },
  {
    title: 'What the night does for learning',
    text: 'Students who slept for eight hours after a lesson remembered a third more of it than those who stayed awake. In deep sleep the brain plays the day again at twenty times its speed, and moves what is worth keeping from the hippocampus to the cortex.',
    question: 'does sleeping help to remember lessons',
    answer: /remembered a third more/,
  },
  {
    title: 'From green to brown',
    text: 'Coffee beans crack twice in the drum. The first crack, at about 196 degrees, is where light roasts end. The second comes near 224, when the cell walls give way and oil appears. What lies between the two is the whole art of the roaster.',
    question: 'at what temperature do coffee beans crack?',
    answer: /at about 196 degrees/,
  },
  {
    title: 'The last keepers',
    text: 'A lighthouse keeper earned less than a clerk, lived on salted meat, and climbed two hundred steps every three hours to wind the clockwork that turned the lens. When electric motors came, the towers emptied within one generation.',
    question: 'how much did lighthouse keepers earn',
    answer: /less than a clerk/,
  },
  {
    title: 'Nothing, written down',
    text: 'Babylonian scribes left a gap where a column was empty. It took Indian astronomers of the seventh century to treat that gap as a number of its own, with rules for adding and dividing it. Merchants carried the zero to Baghdad, and from there to Pisa.',
    question: 'who invented the number zero',
    answer: /Indian astronomers/,
  },
  {
    title: 'Eighteen hundred and froze to death',
    text: 'Tambora erupted in April 1815 and threw a hundred cubic kilometres of rock into the sky. Its dust dimmed the sun so much that snow fell in New England in June of the next year. Harvests failed from Ireland to Yunnan, and grain prices doubled.',
    question: 'volcano eruption that caused a year without summer',
    answer: /Tambora erupted/,
  },
  {
    title: 'Five ticks a second',
    text: 'Inside a mechanical watch a coiled spring wants to unwind at once. The escapement lets it go one tooth at a time, and the balance wheel, swinging to and fro, says when. Oil that thickens with age is what makes an old movement slow.',
    question: 'how does a mechanical watch regulate its spring',
    answer: /one tooth at a time/,
  },
  {
    title: 'Harbours that heal themselves',
    text: 'Roman builders mixed volcanic ash with lime and sea water. Where waves wash through the cracks, new crystals grow and close them, so their concrete piers have become stronger over two thousand years while ours crumble after fifty.',
    question: 'why has Roman concrete lasted so long',
    answer: /new crystals grow/,
  },
  {
    title: 'Twelve weeks to the start',
    text: 'Most plans for a first marathon build from 30 to 65 kilometres a week, with one long run on Sundays that never exceeds three hours. Injuries come from adding more than a tenth at once. The final fortnight is for resting.',
    question: 'how many kilometres per week to train for a marathon',
    answer: /30 to 65 kilometres/,
  },
  {
    title: 'The dance on the comb',
    text: 'A forager that has found blossoms returns and waggles across the comb. The angle of her run to the vertical is the angle of the flowers to the sun, and its length is the distance. Her sisters follow her in the dark, touching her with their antennae.',
    question: 'how do bees tell each other where flowers are',
    answer: /The angle of her run/,
  },
  {
    title: 'Feet on letters',
    text: 'Sixty studies have asked whether serifs make a text easier to read, and taken together they find no difference. What counts is the size of the small letters, the space between lines, and what readers have been used to since school.',
    question: 'are serif fonts more readable than sans serif?',
    answer: /no difference/,
  },
  {
    title: 'Splicing at four thousand metres',
    text: 'When an anchor tears one of the cables on the seabed, a ship sails within a day. Its crew drags a grapnel until it catches an end, lifts it aboard, and joins new glass to old under a microscope. Some sixty such vessels mend two hundred breaks a year.',
    question: 'who repairs the undersee cables after an anchor tears them',
    answer: /a ship sails within a day/,
  },
]
