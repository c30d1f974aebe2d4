/** The id and the number that stand in examples for those of a real item and a real change. */
export const EXAMPLE_ID = 'ITEM_ID'
export const EXAMPLE_CHANGE = 17
const EXAMPLE_URL = 'https://example.org/on-hypermedia'

/** Something valid for each field and argument, by its name. */
const VALUES: Record<string, unknown> = {
  id: EXAMPLE_ID,
  url: EXAMPLE_URL,
  title: 'On hypermedia',
  name: 'Hypermedia',
  tags: ['web'],
  reason: 'You asked for articles on hypermedia',
  links: [{ url: EXAMPLE_URL, reason: 'For the talk' }, { url: 'https://example.org/on-links' }],
  entries: [
    {
      url: EXAMPLE_URL,
      title: 'On hypermedia',
      tags: ['web'],
      savedAt: '2024-05-01T10:00:00Z',
      state: 'read',
    },
    { url: 'https://example.org/on-links', note: 'For the talk', favourite: true },
  ],
  items: [EXAMPLE_ID],
  tag: 'web',
  until: '2035-01-31',
  progress: 0.5,
  colour: 'green',
  request: 'Does it say what a client should do with unknown links?',
  quote: '3. Links say what can be done next',
  highlight: '0199a000-0000-7000-8000-000000000002',
  answer: 'Yes: it should ignore them, says the second section.',
  change: EXAMPLE_CHANGE,
  q: 'hypermedia',
  query: 'hypermedia tag:web',
}

/** Fields that an example shows although they may be left out. */
const TELLING = ['url', 'title', 'tags', 'tag', 'reason', 'q', 'items', 'colour']

/**
 * An example of these fields or arguments: those that are required and those that tell most. Throws where a required
 * one has no value here.
 */
export function exampleOf(fields: Record<string, { required?: boolean }>): Record<string, unknown> {
  const shown = Object.keys(fields).filter((name) => fields[name]!.required || TELLING.includes(name))
  const unknown = shown.find((name) => !(name in VALUES))
  if (unknown !== undefined)
    throw new Error(`Give "${unknown}" an example value in scripts/api-reference/examples.ts.`)
  return Object.fromEntries(shown.map((name) => [name, VALUES[name]]))
}
