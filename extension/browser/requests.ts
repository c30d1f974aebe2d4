import { discover } from '../core/discovery.ts'
import { Failure } from '../core/failure.ts'
import { readServiceAddress } from '../core/service-address.ts'
import { applyDrafts, keepDraft } from './drafts.ts'
import { applyEdit, submit } from './edits.ts'
import type { Requests, Status } from './background-calls.ts'
import { claimWaiting, send, sendOthers, sendWaiting, updateAlarmAndBadge, waiting } from './outbox.ts'
import { outboxStore } from './outbox-store.ts'
import { actOnItem, queuePage } from './queue-page.ts'
import { highlightTab, findTabOutcome, saveTab } from './save-tab.ts'
import { selectionIn } from './selection.ts'
import { followTabsWhile } from './saved-sign.ts'
import {
  marksSaved,
  savesOnOpen,
  serviceOrigin,
  setMarksSaved,
  setSavesOnOpen,
  useService,
} from './settings.ts'
import { signIn } from './sign-in.ts'
import { rememberTags, suggestedTags, usedTags } from './tag-suggestions.ts'
import { accountOf, dropTokens, isConnected } from './tokens.ts'
import { undoEntries } from './undo.ts'
import { saveTabs, windowTabs } from './window-tabs.ts'

async function status(): Promise<Status> {
  const origin = await serviceOrigin()
  return {
    origin,
    isConnected: await isConnected(origin),
    account: await accountOf(origin),
    savesOnOpen: await savesOnOpen(),
    marksSaved: await marksSaved(),
    waiting: (await waiting()).length,
  }
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

  async setSavesOnOpen({ value }) {
    await setSavesOnOpen(value)
  },

  async setMarksSaved({ value }) {
    await setMarksSaved(value)
    followTabsWhile(value)
  },

  async signIn() {
    await signIn(await serviceOrigin())
    await claimWaiting()
    await updateAlarmAndBadge()
    // The popup was closed by the sign-in window.
    void sendWaiting(true)
    return status()
  },

  async signOut() {
    const wasRevoked = await dropTokens(await serviceOrigin())
    await updateAlarmAndBadge()
    return { wasRevoked }
  },

  findTabOutcome: async ({ tabId }) => (await findTabOutcome(tabId)) ?? null,

  async saveTab({ tabId, again }) {
    const outcome = await saveTab(tabId, { again })
    // The popup may have closed before its page was in the outbox.
    void applyDrafts()
    return outcome
  },

  selection: ({ tabId }) => selectionIn(tabId),

  highlightTab: ({ tabId, quote }) => highlightTab(tabId, quote),

  async edit({ page, edit }) {
    const outcome = await applyEdit(page, edit)
    void rememberTags(edit.add ?? [])
    return outcome
  },

  keepDraft,

  submitAction: ({ page, item, name, fields }) => submit(page, item, { name, fields }),

  usedTags,

  suggestedTags,

  queuePage: ({ href }) => queuePage(href),

  actOnItem: ({ self, name }) => actOnItem(self, name),

  windowTabs: ({ windowId }) => windowTabs(windowId),

  saveTabs: ({ windowId, links }) => saveTabs(windowId, links),

  undo: ({ entries }) => undoEntries(entries),

  waiting: () => outboxStore.all(),

  async retry({ id }) {
    if (id === undefined) return sendWaiting(true)
    const outcome = await send(id)
    if (outcome.kind === 'saved') void sendOthers()
  },

  async resend({ id }) {
    if (!(await outboxStore.get(id))) throw new Failure('gone')
    return { ...(await send(id)), leftOut: null }
  },

  async drop({ id }) {
    await outboxStore.change(id, () => undefined)
    await updateAlarmAndBadge()
  },
}
