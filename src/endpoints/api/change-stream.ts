import type { Context } from 'hono'
import { authenticate } from '../../http/authenticate.ts'
import { readFeed } from '../../queue/history/feed.ts'
import { writeFeedCursor } from '../../queue/history/feed-cursor.ts'
import {
  findInjectionSourceInChanges,
  recordPromptInjection,
} from '../../queue/history/shown-prompt-injection.ts'
import { MAX_PAGE } from '../../queue/lists/page.ts'
import type { FeedBatch, Services } from '../../services.ts'
import { changeProperties } from '../../queue/history/change-properties.ts'
import { streamEvents } from '../shared/event-stream.ts'
import type { AccountId } from '../../ids.ts'

/** Streams the changes after a number to an agent, as Server-Sent Events. */
export function streamChanges(
  c: Context,
  services: Services,
  { accountId, after }: { accountId: AccountId; after: number },
): Promise<Response> {
  return streamEvents(c, services, {
    accountId,
    after,
    recheckAccess: () => authenticate(c, services),
    read: (position) => readBatch(services, accountId, position),
    isShared: true,
    beforeSend: (bearer, { injectionSource }) => recordPromptInjection(services, bearer, injectionSource),
  })
}

async function readBatch({ db }: Services, accountId: AccountId, after: number): Promise<FeedBatch> {
  const { changes, titles } = await readFeed(db, accountId, { after, limit: MAX_PAGE })
  const text = changes.map((change) => {
    const data = JSON.stringify(changeProperties(change, titles.get(change.itemId) ?? ''))
    return `id: ${writeFeedCursor(change)}\nevent: change\ndata: ${data}\n\n`
  })
  const injectionSource = await findInjectionSourceInChanges(changes, titles)
  return { text: text.join(''), last: changes.at(-1)?.sequence ?? after, injectionSource }
}
