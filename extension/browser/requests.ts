import { discover } from '../core/discovery.ts'
import { Failure } from '../core/failure.ts'
import { readServiceAddress } from '../core/service-address.ts'
import { applyDrafts, saveDraft } from './drafts.ts'
import { applyEdit, submitItemAction } from './edits.ts'
import type { Requests, Status } from './background-calls.ts'
import {
  claimEntries,
  currentEntries,
  discard,
  send,
  sendDueEntries,
  sendOthers,
  updateAlarmAndBadge,
} from './outbox.ts'
import { outboxStore } from './outbox-store.ts'
import { submitActionAt, fetchQueuePage } from './queue-page.ts'
import { highlightTab, findTabOutcome, saveTab } from './save-tab.ts'
import { findSelection } from './selection.ts'
import { setTabTracking } from './saved-badge.ts'
import {
  marksSaved,
  savesOnOpen,
  serviceOrigin,
  setMarksSaved,
  setSavesOnOpen,
  useService,
} from './settings.ts'
import { signIn } from './sign-in.ts'
import { rememberTags, suggestTags, listUsedTags } from './tag-suggestions.ts'
import { accountOf, revokeTokens, isSignedIn } from './tokens.ts'
import { undoEntries } from './undo.ts'
import { saveTabs, listWindowTabs } from './window-tabs.ts'

async function readStatus(): Promise<Status> {
  const origin = await serviceOrigin()
  return {
    origin,
    isSignedIn: await isSignedIn(origin),
    account: await accountOf(origin),
    savesOnOpen: await savesOnOpen(),
    marksSaved: await marksSaved(),
    queuedCount: (await currentEntries()).length,
  }
}

/** The background's implementation of `Requests`. */
export const requests: Requests = {
  readStatus,

  async useAddress({ address }) {
    const origin = readServiceAddress(address)
    await discover(origin, fetch)
    await useService(origin)
    await updateAlarmAndBadge()
    void sendDueEntries()
    return readStatus()
  },

  async setSavesOnOpen({ value }) {
    await setSavesOnOpen(value)
  },

  async setMarksSaved({ value }) {
    await setMarksSaved(value)
    setTabTracking(value)
  },

  async signIn() {
    await signIn(await serviceOrigin())
    await claimEntries()
    await updateAlarmAndBadge()
    // Opening the sign-in window has closed the popup, so nobody else sends its entry.
    void sendDueEntries(true)
    return readStatus()
  },

  async signOut() {
    const wasRevoked = await revokeTokens(await serviceOrigin())
    await updateAlarmAndBadge()
    return { wasRevoked }
  },

  findTabOutcome: async ({ tabId }) => (await findTabOutcome(tabId)) ?? null,

  async saveTab({ tabId, movesUp }) {
    const outcome = await saveTab(tabId, { movesUp })
    // If the popup closed before its page was in the outbox, its draft could not be applied then.
    void applyDrafts()
    return outcome
  },

  findSelection: ({ tabId }) => findSelection(tabId),

  highlightTab: ({ tabId, quote }) => highlightTab(tabId, quote),

  async applyEdit({ page, edit }) {
    const outcome = await applyEdit(page, edit)
    void rememberTags(edit.add ?? [])
    return outcome
  },

  saveDraft,

  submitItemAction: ({ page, item, name, fields }) => submitItemAction(page, item, { name, fields }),

  listUsedTags,

  suggestTags,

  fetchQueuePage: ({ href }) => fetchQueuePage(href),

  submitActionAt: ({ self, name }) => submitActionAt(self, name),

  listWindowTabs: ({ windowId }) => listWindowTabs(windowId),

  saveTabs: ({ windowId, links }) => saveTabs(windowId, links),

  undo: ({ entryIds }) => undoEntries(entryIds),

  listOutbox: () => outboxStore.all(),

  async sendDueEntries({ id }) {
    if (id === undefined) return sendDueEntries(true)
    const outcome = await send(id)
    if (outcome.kind === 'saved') void sendOthers()
  },

  async sendEntry({ id }) {
    if (!(await outboxStore.get(id))) throw new Failure('gone')
    return { ...(await send(id)), leftOut: null }
  },

  discard: ({ id }) => discard(id),
}
