import type { Handler } from 'hono'
import { allMessages } from '../../html/messages/messages.ts'
import { readQuery } from '../../http/read-input.ts'
import { signedIn } from '../../http/visitor.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import { listsOf } from '../../queue/lists/lists.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import type { Services } from '../../services.ts'
import { offlineRelease } from '../../html/assets/offline-release.ts'
import { uncachedJson } from '../shared/uncached-json.ts'

const ID = /^[\w-]{1,64}$/
const MAX_ITEMS = 500
/** Of those that were chosen one by one. */
const MAX_CHOSEN = 100

/**
 * `GET /offline/state`: whose session it is, a token for what the device sends, and what it is to keep: with `newest=100` that
 * many of the newest unread items, and those whose ids `items` lists, unless they are in the trash.
 */
export function offlineState(services: Services): Handler {
  return signedIn(services, async (c, { session, formToken }) => {
    const { accountId } = session
    const query = readQuery(c.req.raw)
    const requested = Number(query['newest'] ?? 0)
    const limit = Number.isInteger(requested) ? Math.min(Math.max(requested, 0), MAX_ITEMS) : 0
    const newest =
      limit === 0
        ? []
        : (await listsOf(services, accountId).page({ filter: { state: 'unread' }, limit })).items
    const chosen = await itemsOf(services.db, accountId).findAll(idsIn(query['items']))
    const items = new Map(newest.map((item) => [item.id, item]))
    for (const [id, item] of chosen) if (item.removedAt === null) items.set(id, item)
    const { signOut, waiting } = allMessages.offline.words
    const words = { signOut, waiting }
    return uncachedJson(c, {
      account: accountId,
      formToken,
      words,
      ...offlineRelease(),
      items: [...items.values()].map(keptItem),
    })
  })
}

function idsIn(list: unknown): string[] {
  const ids = typeof list === 'string' ? list.split(',') : []
  return ids.filter((id) => ID.test(id)).slice(0, MAX_CHOSEN)
}

/** What a device shows of an item in its list, and what it needs to change it. */
function keptItem(item: Item): object {
  const { id, site, siteName, readingMinutes, author, excerpt, tags, note, progress, savedAt, version } = item
  return {
    id,
    title: titleOf(item),
    site: siteName ?? site,
    minutes: readingMinutes,
    author,
    excerpt,
    tags,
    note: note ?? '',
    progress,
    savedAt,
    version,
    isFavourite: item.favouritedAt !== null,
    isRead: item.readAt !== null,
  }
}
