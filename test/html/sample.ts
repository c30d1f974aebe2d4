import { EMPTY_FIELDS } from '../../src/queue/model/fields.ts'
import type { Item } from '../../src/queue/model/item.ts'
import type { Person } from '../../src/html/parts/person.ts'
import { MINUTE } from '../../src/ports/clock.ts'

export const NOW = Date.UTC(2026, 10, 21, 9)

export const person: Person = { email: 'ada@example.org', formToken: 'the-form-token' }

/** An unread item, with what a test changes about it. */
export function sampleItem(changes: Partial<Item> = {}): Item {
  return {
    ...EMPTY_FIELDS,
    id: '01990000-0000-7000-8000-000000000001',
    url: 'https://example.org/on-hypermedia',
    site: 'example.org',
    pageTitle: 'On hypermedia',
    tags: [],
    savedAt: NOW - 3 * MINUTE,
    progress: 0,
    highlightCount: 0,
    updatedAt: NOW,
    version: 1,
    content: { status: 'ready', reason: null, type: 'text/html' },
    ...changes,
  }
}
