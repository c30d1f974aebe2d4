import { nearestName } from '../text/nearest-name.ts'

/** Stands for the id of an item of the caller's queue. */
const SOME_ID = 'an id from list_queue'

const URL = 'https://example.org/on-hypermedia'

/** A call that works, to show with a mistake; it changes nothing that a caller might not mean. */
export type ExampleCall = { name: string; input: Record<string, unknown> }

const EXAMPLES: Record<string, Record<string, unknown>> = {
  search: { query: 'hypermedia' },
  fetch: { id: SOME_ID },
  list_queue: { q: 'is:unread tag:web', limit: 25 },
  get_item: { id: SOME_ID },
  get_item_content: { id: SOME_ID, page: 1 },
  list_tags: {},
  list_changes: { since: '7d' },
  show_triage: {},
  show_changes: {},
  save_link: { url: URL },
  save_links: { links: [{ url: URL, tags: ['web'] }] },
  change_items: { query: 'is:unread tag:web', action: ['mark-read'], preview: true },
  remove_items: { items: [SOME_ID], preview: true },
  edit_item: { id: SOME_ID, append: 'A paragraph' },
  save_search: { name: 'Short reads', query: 'is:unread under:10m' },
}

/** Tools of which no call is harmless, and the call that tells what to give them. */
const BEFORE: Record<string, ExampleCall> = {
  undo_change: { name: 'list_changes', input: { by: 'me' } },
}

/** Reads what an argument has to be taken from, by tool and argument. */
const READ_BEFORE: Record<string, Record<string, ExampleCall>> = {
  edit_item: {
    highlight: { name: 'get_item', input: { id: SOME_ID } },
    remove: { name: 'get_item', input: { id: SOME_ID } },
  },
}

/** Shows the text that a quote has to be taken from. */
const READ_TEXT: ExampleCall = { name: 'get_item_content', input: { id: SOME_ID, format: 'plain' } }

const QUOTED = 'A sentence of its text'

/** Examples of a tool with an argument that was given, by tool and argument. */
const WITH: Record<string, Record<string, Record<string, unknown>>> = {
  list_changes: {
    wait: { after: 'latest', wait: 10 },
    until: { since: '2026-01-01', until: '2026-01-31' },
    by: { by: 'me' },
  },
  change_items: {
    changes: { changes: [{ items: [SOME_ID], action: ['mark-read'] }], preview: true },
    tag: { items: [SOME_ID], action: ['tag-item'], tag: ['web'], preview: true },
    until: { items: [SOME_ID], action: ['snooze-item'], until: '7d', preview: true },
    request: { items: [SOME_ID], action: ['ask-agent'], request: 'Sum this up', preview: true },
    items: { items: [SOME_ID], action: ['mark-read'], preview: true },
  },
  edit_item: {
    title: { id: SOME_ID, title: 'A title' },
    note: { id: SOME_ID, note: 'A note' },
    prefix: { id: SOME_ID, quote: QUOTED, prefix: 'The words before it' },
    suffix: { id: SOME_ID, quote: QUOTED, suffix: 'The words after it' },
    colour: { id: SOME_ID, quote: QUOTED, colour: 'green' },
    quote: { id: SOME_ID, quote: QUOTED, note: 'A note' },
  },
  list_queue: { state: { state: 'read' }, fields: { fields: ['title', 'tags'] }, tag: { tag: 'web' } },
}

/** The names of a call's arguments: those that are invalid, and all that were sent. */
type ArgumentNames = { invalid: readonly string[]; sent: readonly string[] }

/** The example of a tool, by the first argument that has one of its own: one that is invalid, or meant, or sent. */
function exampleWith(tool: string, { invalid, sent }: ArgumentNames): ExampleCall | undefined {
  const before = BEFORE[tool]
  if (before) return before
  const own: Record<string, ExampleCall> = {
    ...Object.fromEntries(
      Object.entries(WITH[tool] ?? {}).map(([name, input]) => [name, { name: tool, input }]),
    ),
    ...READ_BEFORE[tool],
  }
  const meant = invalid.map((name) => (Object.hasOwn(own, name) ? name : nearestName(name, Object.keys(own))))
  const known = [...meant, ...sent].find((name) => name !== undefined && Object.hasOwn(own, name))
  if (known !== undefined) return own[known]
  const usual = EXAMPLES[tool]
  return usual && { name: tool, input: usual }
}

/**
 * An example of a call, and whether it names an item; `isQuoteMissing` where a quote was given that the text of an item
 * does not have.
 */
export function makeExample(
  tool: string,
  names: ArgumentNames,
  isQuoteMissing: boolean,
): { example: ExampleCall; namesAnItem: boolean } | undefined {
  const example = isQuoteMissing ? READ_TEXT : exampleWith(tool, names)
  return example && { example, namesAnItem: JSON.stringify(example.input).includes(SOME_ID) }
}

/** An example about the item with this id. */
export function exampleAbout(id: string, { name, input }: ExampleCall): ExampleCall {
  const text = JSON.stringify(input).replaceAll(JSON.stringify(SOME_ID), JSON.stringify(id))
  return { name, input: JSON.parse(text) as Record<string, unknown> }
}
