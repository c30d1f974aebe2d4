import type { Library } from './library.ts'

export const english: Library = {
  articles: [
    {
      title: 'The lighthouse that lent out books',
      site: 'tidewater.example',
      path: 'the-lighthouse-that-lent-out-books',
      author: 'Marit Solberg',
      tags: ['essay', 'libraries'],
      opening:
        'For thirty-one years the keeper of Skarvøy light ran a lending library of four hundred volumes from a room that the sea could reach, and lost only six of them.',
      minutes: 9,
      hue: 205,
      by: 'you',
      age: 12,
    },
    {
      title: 'What a write-ahead log promises, and what it does not',
      site: 'pagecache.example',
      path: 'write-ahead-logs',
      author: 'Priya Raman',
      tags: ['databases'],
      opening:
        'A commit returns when its record is on disk. Everything people get wrong about durability hides in the words “is” and “on”.',
      minutes: 14,
      by: 'Claude',
      age: 38,
      reason: 'Background for the design review on Thursday: it answers the question about fsync.',
    },
    {
      title: 'A year of walking to work',
      site: 'slowmiles.example',
      path: 'a-year-of-walking',
      author: 'Tom Okafor',
      tags: ['essay'],
      opening:
        'Forty minutes each way, four hundred and twelve times. I expected to be bored by February. I was not.',
      minutes: 6,
      hue: 95,
      by: 'you',
      age: 130,
      progress: 0.42,
    },
    {
      title: 'Sourdough is a schedule, not a recipe',
      site: 'crumb.example',
      path: 'a-schedule',
      tags: ['cooking', 'weekend'],
      opening:
        'The flour hardly matters. The hour at which you fold it does, and so does what you do meanwhile.',
      minutes: 5,
      hue: 32,
      by: 'you',
      age: 260,
      isFavourite: true,
    },
    {
      title: 'Eine Nacht im Zug nach Lissabon',
      site: 'gleisnotizen.example',
      path: 'nachtzug',
      tags: ['reisen'],
      opening:
        'Um Mitternacht hält der Zug in einem Bahnhof ohne Namen, und niemand steigt aus. Trotzdem öffnen sich alle Türen.',
      minutes: 7,
      hue: 250,
      by: 'you',
      age: 410,
    },
    {
      title: 'How container ships learned to slow down',
      site: 'harbournotes.example',
      path: 'slow-steaming',
      author: 'Ines Carvalho',
      tags: ['climate', 'shipping'],
      opening:
        'Cutting a ship’s speed by a fifth halves what it burns. The hard part was never the engine; it was the contract.',
      minutes: 11,
      hue: 188,
      by: 'ChatGPT',
      age: 600,
      reason: 'You asked for pieces on cutting emissions without new technology.',
    },
    {
      title: 'Small rooms, loud ideas: a visit to the last letterpress in Ghent',
      site: 'inkandlead.example',
      path: 'ghent',
      tags: ['design'],
      opening:
        'The shop smells of oil and oranges. Behind the counter Lotte sets a wedding invitation, one lower-case e at a time.',
      minutes: 8,
      hue: 12,
      by: 'you',
      age: 1500,
    },
    {
      title: 'Reading papers without drowning in them',
      site: 'threepasses.example',
      path: 'reading-papers',
      tags: ['research', 'habits'],
      opening:
        'Read the figures, then the last page, then decide. Most papers deserve five minutes, and a few deserve a week.',
      minutes: 7,
      by: 'Claude',
      age: 1620,
      reason: 'It goes with the three papers you saved on Monday.',
    },
    {
      title: 'The map that got the river wrong for a century',
      site: 'contourlines.example',
      path: 'the-wrong-river',
      author: 'Daniel Weiss',
      tags: ['maps', 'history'],
      opening:
        'In 1871 a tired surveyor drew a bend where there was none. Eleven later maps copied it, and one village moved.',
      minutes: 12,
      hue: 140,
      by: 'you',
      age: 2900,
    },
    {
      title: 'The case for boring software in interesting places',
      site: 'quietops.example',
      path: 'boring-software',
      tags: ['engineering'],
      opening:
        'Antarctica, a hospital and a fishing fleet run on the same forty-line script. It has not changed since 2009.',
      minutes: 9,
      by: 'you',
      age: 3100,
    },
    {
      title: 'Notes on keeping a garden for bees',
      site: 'undergrowth.example',
      path: 'bees',
      tags: ['garden'],
      opening:
        'Start with what flowers in March and again in October. Anybody can feed bees in June; the edges of the year decide.',
      minutes: 6,
      hue: 60,
      by: 'you',
      age: 4400,
    },
    {
      title: 'Accessible tables that people can actually read',
      site: 'plainmarkup.example',
      path: 'tables',
      tags: ['web'],
      opening:
        'A table is a promise that every cell has two addresses. Most of the tables on the web break it.',
      minutes: 10,
      by: 'ChatGPT',
      age: 5900,
    },
  ],
  story: `
<p>It began with a mistake. In the autumn of 1908 the supply boat left a crate meant for the school at Vågnes: forty-two
novels, a grammar and a treatise on bookkeeping. The boat would not come back before spring. Johan Myhre, who had the light,
dried the books beside the stove, page by page, and by the time the ice went out he had read all of them twice, the
bookkeeping included.</p>
<p>He kept a ledger, of course. It is in the regional archive now, and it is the reason that we know what a fisherman on an
outer island read in 1911, and how long he took over it.</p>
<h2>A shelf above the high-water mark</h2>
<p>The rules were painted on a plank. <em>Two books to a boat. Wrap them in oilcloth. If you are lost, so is the book; if you are
found, bring it back.</em> Nobody paid. Those who could left a herring or a candle, and somebody, every year, left a book that
had not been there before.</p>
<figure><img src="%PICTURE%" alt="A lighthouse above a calm sea at dusk"><figcaption>Skarvøy light from the north, where the
boats came in.</figcaption></figure>
<p>By 1920 there were three hundred volumes. Myhre sorted them neither by author nor by subject but by weather: what to read in
a week of fog, what to read in a gale, and a single shelf of what not to read alone in January.</p>
<blockquote><p>I do not lend the Dostoyevsky in the dark months. I have said so to the priest as well.</p></blockquote>
<h2>What the ledger remembers</h2>
<p>Scholars who come to it for lists of titles stay for its margins. Beside a Danish translation of <em>Persuasion</em> there are
nine names and, in pencil, “again”. Beside a manual of navigation there is a single borrower, four entries, and then no more.
Myhre did not cross the name out. He moved the book to the shelf for fog.</p>
<p>What he had understood, long before anybody drew a diagram of it, is that a library is less a collection than a set of
promises between people who may not meet. The books were the smaller part of it.</p>
<p>The light was automated in 1939. The library went ashore in eleven crates, and the plank with it. Of the six books that were
lost, two have come back since: one from an attic in Bergen, one, in 2004, by post, wrapped in oilcloth.</p>
`,
  sentences: [
    'Nobody planned it that way, which is why it lasted.',
    'The first attempt failed for a reason that seems obvious only afterwards.',
    'There is a photograph of the room, and in it almost everything that matters is out of frame.',
    'What follows is the short version; the long one takes an afternoon and a pot of tea.',
    'Ask three people who were there, and you get three dates and one and the same joke.',
    'It is easier to describe what it is not, and that is how most accounts begin.',
  ],
  tidied: { with: ['essay', 'history'], tag: 'weekend' },
}
