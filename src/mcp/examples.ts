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

/** Examples of a tool with an argument that was given wrongly, by tool and argument. */
const WITH: Record<string, Record<string, Record<string, unknown>>> = {
  list_changes: { wait: { wait: 10 }, until: { since: '2026-01-01', until: '2026-01-31' }, by: { by: 'me' } },
  change_items: {
    changes: { changes: [{ items: [SOME_ID], action: ['mark-read'] }], preview: true },
    tag: { items: [SOME_ID], action: ['tag-item'], tag: ['web'], preview: true },
    until: { items: [SOME_ID], action: ['snooze-item'], until: '7d', preview: true },
    request: { items: [SOME_ID], action: ['ask-agent'], request: 'Sum this up', preview: true },
    items: { items: [SOME_ID], action: ['mark-read'], preview: true },
  },
  list_queue: { state: { state: 'read' }, fields: { fields: ['title', 'tags'] }, tag: { tag: 'web' } },
}

function inputOf(tool: string, given: readonly string[]): Record<string, unknown> | undefined {
  const wrong = given.find((name) => WITH[tool]?.[name])
  return wrong === undefined ? EXAMPLES[tool] : WITH[tool]?.[wrong]
}

/** Whether the example of a tool names an item, where these arguments were given wrongly. */
export function namesAnItem(tool: string, given: readonly string[]): boolean {
  return JSON.stringify(inputOf(tool, given) ?? {}).includes(SOME_ID)
}

/**
 * The example of a tool with an argument that was wrong, about the item with this id; undefined if it needs one and there
 * is none.
 */
export function exampleOf(
  tool: string,
  given: readonly string[],
  id: string | undefined,
): ExampleCall | undefined {
  const before = BEFORE[tool]
  if (before) return before
  const input = inputOf(tool, given)
  if (!input || (id === undefined && namesAnItem(tool, given))) return undefined
  const text = JSON.stringify(input).replaceAll(JSON.stringify(SOME_ID), JSON.stringify(id))
  return { name: tool, input: JSON.parse(text) as Record<string, unknown> }
}
