import { createApi, selfOf } from '../core/api.ts'
import { discover } from '../core/discovery.ts'
import { Failure } from '../core/failure.ts'
import { amendEntry } from '../core/outbox.ts'
import { readServiceAddress } from '../core/service-address.ts'
import type { Requests, Status } from './messages.ts'
import { send, sendWaiting, updateAlarmAndBadge } from './outbox.ts'
import { outboxStore } from './outbox-store.ts'
import { saveTab, saveWindow } from './save-tab.ts'
import { serviceOrigin, useService } from './settings.ts'
import { signIn } from './sign-in.ts'
import { dropTokens, isConnected, tokensOf } from './tokens.ts'

async function status(): Promise<Status> {
  const origin = await serviceOrigin()
  return { origin, isConnected: await isConnected(origin) }
}

/** The background's side of `Requests`. */
export const requests: Requests = {
  status,

  async useAddress({ address }) {
    const origin = readServiceAddress(address)
    await discover(origin, fetch)
    await useService(origin)
    await updateAlarmAndBadge()
    void sendWaiting()
    return status()
  },

  async signIn() {
    await signIn(await serviceOrigin())
    // The popup was closed by the sign-in window.
    void sendWaiting(true)
    return status()
  },

  async signOut() {
    return { wasRevoked: await dropTokens(await serviceOrigin()) }
  },

  saveTab: ({ tabId, again }) => saveTab(tabId, again),

  async submitAction({ item, action, fields }) {
    const origin = await serviceOrigin()
    const { entity } = await createApi(origin, tokensOf(origin), fetch).submit(action, fields, selfOf(item))
    if (!entity) throw new Failure('not_the_service')
    return entity
  },

  async saveWindow({ windowId }) {
    return { count: await saveWindow(windowId) }
  },

  waiting: () => outboxStore.all(),

  async amend({ id, tags, note }) {
    const entry = await outboxStore.change(id, (entry) => amendEntry(entry, { tags, note }))
    if (!entry) throw new Failure('gone')
    return { ...(await send(id)), leftOut: null }
  },

  async retry({ id }) {
    if (id === undefined) await sendWaiting(true)
    else await send(id)
  },

  async drop({ id }) {
    await outboxStore.change(id, () => undefined)
    await updateAlarmAndBadge()
  },
}
