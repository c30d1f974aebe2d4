import { MINUTE, systemClock } from '../src/ports/clock.ts'
import { systemRandom } from '../src/ports/random.ts'
import type { Cursor } from '../src/queue/lists/page.ts'
import { parseSearch, writeCursor } from '../src/queue/lists/search.ts'
import { createSeal } from '../src/crypto/seal.ts'
import { LATE_CHANGES } from './scale-fill.ts'
import { LAST_SAVED } from './scale-items.ts'
import type { BenchService, BenchAccount } from './bench-service.ts'
import { cookieOf } from './sample-service.ts'

/** A request to measure; `prepare` returns a function that sends it once, for an account with `count` items. */
export type BenchRequest = {
  name: string
  prepare(bench: BenchService, account: BenchAccount, count: number): Promise<() => Promise<void>>
}

/** Pages of the API, each of which selects items in a different way. */
export const LISTS: BenchRequest[] = [
  list('the first page', {}),
  list('oldest first', { sort: 'oldest' }),
  list('from the middle', {}, { share: 0.5 }),
  list('from the middle, backwards', {}, { share: 0.5, direction: 'before' }),
  list('oldest first, far on', { sort: 'oldest' }, { share: 0.9 }),
  ...['read', 'snoozed', 'favourite', 'all', 'removed'].map((state) => list(`state ${state}`, { state })),
  list('a tag of half', { state: 'all', tag: 'half' }),
  list('a tag of half, unread', { tag: 'half' }),
  list('a tag of half, oldest first', { tag: 'half', sort: 'oldest' }),
  list('a tag of half, from the middle', { tag: 'half' }, { share: 0.5 }),
  list('a tag of half, removed', { state: 'removed', tag: 'half' }),
  list('a tag of half, favourites', { state: 'favourite', tag: 'half' }),
  list('a tag of the 20 oldest', { state: 'all', tag: 'far' }),
  list('a tag of read items, unread', { tag: 'read-only' }),
  list('a site', { state: 'all', site: 's7.example.org' }),
  list('a site of the 20 oldest', { state: 'all', site: 'far.example.org' }),
]

/** Searches without words, only with conditions on the items. */
export const CONDITIONS: BenchRequest[] = [
  'tag:half tag:tenth',
  'tag:half -tag:tenth',
  'tag:far',
  'site:example.org',
  'site:far.example.org',
  'is:favourite is:unread',
  'by:near',
  'by:far',
  'before:2026-10-31',
  'before:2020',
  'under:1m',
  'over:1h',
  'read-after:2026-11',
  'read-before:2020',
  'is:failed',
  'is:broken',
  'is:asked',
  'has:note',
  'untagged',
].map((q) => list(q, { q }))

/** Lists in another order than that of saving. */
export const ORDERS: BenchRequest[] = [
  ...['shortest', 'longest', 'progress'].map((sort) => list(`${sort}, unread`, { sort })),
  list('recently read', { sort: 'recently-read' }),
  list('shortest, snoozed', { sort: 'shortest', state: 'snoozed' }),
  list('shortest, from a tag of half', { sort: 'shortest', tag: 'half' }),
  list('shortest, favourites', { sort: 'shortest', state: 'favourite' }),
]

/** Requests other than a plain page of the queue. */
export const OTHERS: BenchRequest[] = [
  call('the queue page', '/queue'),
  call('the queue page of a tag', '/queue?tag=half'),
  call('the stats page', '/stats'),
  call('the agents page', '/agents'),
  call('the history', '/history'),
  {
    name: 'the page of an agent',
    prepare: (bench, account) => open(bench, account, `/agents/${account.agents[1]!}`),
  },
  call('the history of the person', '/history?by=person'),
  feed('changes, from the middle', (count) => Math.floor(count / 2)),
  feed('changes, before many on one item', (count) => count - 50),
  feed('changes, the latest', (count) => count + LATE_CHANGES - 25),
]

/** Searches by their kind; the words are those of `fillArticles`. */
export const SEARCHES: BenchRequest[] = Object.entries({
  'a rare word': '"w40000"',
  'a rare beginning': 'w4000',
  'a word of every article': '"w0"',
  'a word of every title': 'page',
  'a common beginning': 'w12*',
  'two common words': 'w0 w1',
  'a common and a rare word': 'w0 "w40000"',
  'three words': '"w12" "w345" "w78"',
  'two common words that never meet': 'odd even',
  'a phrase': '"w0 w1"',
  'a phrase of title words': '"to read later"',
  'a rare phrase': '"w300 w400"',
  'a phrase that never meets': '"never meeting"',
  'a phrase of every article and word': '"w0 w0" odd',
  'a common word without a rare one': 'w0 -w40000',
  'a common word without a common one': '"w0" -"w1"',
  'all without a phrase': 'w0 -"never meeting"',
  'nothing but without': '-odd',
  'a tag and a word': 'tag:half "w0"',
  'a tag and a word that hardly meet': 'tag:far "w0"',
  'a tag and a phrase': 'tag:far "never meeting"',
  'unread ones with a word': 'is:unread "w345"',
  'another script': '世界',
  'characters that never meet': '界世',
  accents: 'Łódź',
}).map(([name, q]) => list(`${name}: ${q}`, { state: 'all', q }))

/** The same searches on later pages, after the twentieth. */
export const DEEP_SEARCHES: BenchRequest[] = ['"w0"', 'w0 w1', '"w0 w1"', 'page'].map((q) => ({
  name: `the 20th page: ${q}`,
  async prepare(_, { agent }) {
    let path = `/queue?${new URLSearchParams({ state: 'all', q }).toString()}`
    for (let at = 1; at < 20; at++) {
      const { links } = (await (await agent.call(path)).json()) as {
        links: { rel: string[]; href: string }[]
      }
      path = links.find(({ rel }) => rel.includes('next'))!.href
    }
    return sender(() => agent.call(path))
  },
}))

/** A page of the queue from the API, after a `share` of the items. */
function list(
  name: string,
  parameters: Record<string, string>,
  { share, direction = 'after' }: { share?: number; direction?: Cursor['direction'] } = {},
): BenchRequest {
  return {
    name,
    async prepare({ db }, { accountId, index, agent }, count) {
      const query = new URLSearchParams(parameters)
      if (share !== undefined) {
        const fact = await db.row<{ value: string }>(
          `SELECT value FROM service_facts WHERE name = 'master-key'`,
        )
        const seal = createSeal(Buffer.from(fact!.value, 'base64url'), systemClock, systemRandom(systemClock))
        const item = Math.floor(count * (parameters['sort'] === 'oldest' ? share : 1 - share))
        const savedAt = LAST_SAVED + (item - count) * MINUTE + index
        const { filter } = parseSearch(parameters, { accountId, seal, queryContext: { agent: null, now: 0 } })
        query.set('after', writeCursor({ direction, tier: 0, savedAt }, { filter, accountId, seal }))
      }
      return sender(() => agent.call(`/queue?${query.toString()}`))
    },
  }
}

function call(name: string, path: string): BenchRequest {
  return { name, prepare: (bench, account) => open(bench, account, path) }
}

/** A page opened by the person. */
function open(
  { baseUrl }: BenchService,
  { person }: BenchAccount,
  path: string,
): Promise<() => Promise<void>> {
  const headers = { accept: 'text/html', ...cookieOf(person) }
  return sender(() => fetch(`${baseUrl}${path}`, { headers }))
}

function feed(name: string, after: (count: number) => number): BenchRequest {
  return {
    name,
    prepare: (_, { agent }, count) =>
      sender(() => agent.call(`/queue/changes?limit=25&after=${after(count)}`)),
  }
}

async function sender(ask: () => Promise<Response>): Promise<() => Promise<void>> {
  return async () => {
    const response = await ask()
    const text = await response.text()
    if (!response.ok) throw new Error(`${response.status} ${response.url}: ${text}`)
  }
}
