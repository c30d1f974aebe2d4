import type { Handler } from 'hono'
import { allMessages } from '../../html/messages/messages.ts'
import { readQuery } from '../../http/read-input.ts'
import { signedIn } from '../../http/visitor.ts'
import { listsOf } from '../../queue/lists/lists.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import type { Services } from '../../services.ts'
import { offlineRelease } from '../../html/assets/offline-release.ts'
import { json } from './acts.ts'

const MAX_ITEMS = 500

/**
 * `GET /offline/state`: whose session it is, a token for what the device sends, and, with `newest=100`, what it is to keep:
 * so many of the newest unread items.
 */
export function offlineState(services: Services): Handler {
  return signedIn(services, async (c, { session, formToken }) => {
    const { accountId } = session
    const asked = Number(readQuery(c.req.raw)['newest'] ?? 0)
    const limit = Number.isInteger(asked) ? Math.min(Math.max(asked, 0), MAX_ITEMS) : 0
    const items =
      limit === 0
        ? []
        : (await listsOf(services, accountId).page({ filter: { state: 'unread' }, limit })).items
    const { signOut, waiting } = allMessages.offline.words
    const words = { signOut, waiting }
    return json(c, { account: accountId, formToken, words, ...offlineRelease(), items: items.map(keptItem) })
  })
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
