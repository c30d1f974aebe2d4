import type { ItemAction } from '../../src/queue/actions/action.ts'
import type { Item } from '../../src/queue/model/item.ts'
import { type ItemState, stateOf } from '../../src/queue/model/states.ts'
import { MAX_TAGS } from '../../src/queue/model/tag.ts'
import { sampleItem } from '../../test/html/sample.ts'

const STATES: Partial<Item>[] = [{}, { readAt: 1 }, { snoozedUntil: 1 }, { removedAt: 1 }]

/** What an action may depend on beside the state, and how each dependence is said. */
const CONDITIONS: { holds: Partial<Item>; fails: Partial<Item>; words: string }[] = [
  { holds: { favouritedAt: 1 }, fails: { favouritedAt: null }, words: 'that are favourites' },
  { holds: { favouritedAt: null }, fails: { favouritedAt: 1 }, words: 'that are not favourites' },
  { holds: { tags: ['a'] }, fails: { tags: [] }, words: 'that have tags' },
  {
    holds: { tags: ['a'] },
    fails: { tags: Array.from({ length: MAX_TAGS }, (_, index) => `tag ${index}`) },
    words: `that have fewer than ${MAX_TAGS} tags`,
  },
  { holds: { highlightCount: 1 }, fails: { highlightCount: 0 }, words: 'that have highlights' },
  {
    holds: { request: 'Sum it up', answeredAt: null },
    fails: { request: 'Sum it up', answeredAt: 1 },
    words: 'whose request has no answer yet',
  },
  { holds: { request: 'Sum it up', answeredAt: 1 }, fails: { request: null }, words: 'that have a request' },
  {
    holds: { content: { status: 'failed', reason: null, type: null } },
    fails: { content: { status: 'pending', reason: null, type: null } },
    words: 'whose page is not being fetched at the moment',
  },
]

/** Which items an action is offered for, found by asking it: a sentence's end such as "`unread` items that have tags". */
export function offeredWhen(action: ItemAction): string {
  const states = new Set<ItemState>()
  const words: string[] = []
  const items = STATES.map(sampleItem)
  for (const item of items) if (action.isOffered(item)) states.add(stateOf(item))
  for (const { holds, fails, words: said } of CONDITIONS) {
    const able = items.filter((item) => action.isOffered({ ...item, ...holds }))
    if (able.length === 0 || able.some((item) => action.isOffered({ ...item, ...fails }))) continue
    for (const item of able) states.add(stateOf(item))
    words.push(said)
  }
  if (states.size === 0) throw new Error(`Say in ${import.meta.filename} when "${action.name}" is offered.`)
  const listed = new Intl.ListFormat('en-GB').format([...states].map((state) => `\`${state}\``))
  return [listed, 'items', words.join(' and ')].filter(Boolean).join(' ')
}
