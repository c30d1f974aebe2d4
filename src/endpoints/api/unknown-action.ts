import type { Context, Handler } from 'hono'
import { PATHS } from '../../config/paths.ts'
import { Failure } from '../../failure.ts'
import { apiOrPage } from '../../http/api-or-page.ts'
import { queueActions } from '../../queue/actions/catalogue.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import type { Services } from '../../services.ts'
import { findActionOf, queueActionOf } from '../../siren/action.ts'
import type { SirenAction } from '../../siren/entity.ts'
import { itemEntity } from '../../siren/item.ts'
import { nearestName } from '../../text/nearest-name.ts'
import { authenticated } from './authenticated.ts'

const MAX_SHOWN_NAME = 100

const BELOW_ITEM = new RegExp(`^${PATHS.queue}/items/([^/]+)/([^/]+)$`)
const BELOW_QUEUE = new RegExp(`^${PATHS.queue}/([^/]+)$`)

/**
 * Answers calls of the API for addresses below an item or the queue that are none of its actions: a `not_found` with those
 * that it offers. Undefined for any other request. It is no route, which would be counted for every request below the queue.
 */
export function answerUnknownAction(services: Services): (c: Context) => ReturnType<Handler> | undefined {
  const { db, config } = services
  const queue = config.baseUrl + PATHS.queue
  const queueActionsOffered = [
    ...queueActions.map((action) => queueActionOf(action, queue)),
    findActionOf(queue),
  ]
  const ofItem = authenticated(services, async (c, { accountId }) => {
    const [, id = '', name = ''] = BELOW_ITEM.exec(c.req.path) ?? []
    const { actions = [] } = itemEntity(await itemsOf(db, accountId).find(id), config.baseUrl)
    throw unknownAction(name, actions, 'This item')
  })
  const ofQueue = authenticated(services, (c) => {
    const [, name = ''] = BELOW_QUEUE.exec(c.req.path) ?? []
    throw unknownAction(name, queueActionsOffered, 'The queue')
  })
  const end = async () => undefined
  return (c) => {
    if (apiOrPage(c) !== 'api' || c.req.method === 'OPTIONS') return undefined
    if (BELOW_ITEM.test(c.req.path)) return ofItem(c, end)
    return BELOW_QUEUE.test(c.req.path) ? ofQueue(c, end) : undefined
  }
}

function unknownAction(name: string, actions: SirenAction[], subject: string): Failure {
  const names = actions.map((action) => action.name)
  const nearest = nearestName(name, names)
  const detail = [
    `There is no action "${name.slice(0, MAX_SHOWN_NAME).toWellFormed()}" here.`,
    ...(nearest === undefined ? [] : [`Did you mean "${nearest}"?`]),
    `${subject} offers ${names.join(', ')}; "actions" says how to submit each.`,
  ]
  return new Failure('not_found', detail.join(' '), { members: { actions } })
}
