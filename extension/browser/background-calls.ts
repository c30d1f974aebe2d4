import { asFailure, Failure, type FailureCode } from '../core/failure.ts'
import type { Edit } from '../core/edit.ts'
import type { OutboxEntry } from '../core/outbox.ts'
import type { Quote } from '../core/quote.ts'
import type { Entity } from '../core/siren.ts'
import type { Account } from '../core/token-endpoint.ts'
import type { Draft } from './drafts.ts'
import type { TabPage } from './edits.ts'
import type { QueuePage } from './queue-page.ts'
import type { TabOutcome } from './save-tab.ts'
import type { SavedTabs, WindowTab } from './window-tabs.ts'

/** The service in use, the account that is signed in to it, and the person's settings. */
export type Status = {
  origin: string
  isSignedIn: boolean
  /** The account that is or was last signed in; null if there was none, or the service does not say. */
  account: Account | null
  savesOnOpen: boolean
  marksSaved: boolean
  /** How many outbox entries of this account are not sent yet. */
  queuedCount: number
}

/** The requests that the extension's pages send to the background. */
export type Requests = {
  readStatus(): Promise<Status>
  /** Checks that there is a service at an address, and uses it from then on. */
  useAddress(input: { address: string }): Promise<Status>
  setSavesOnOpen(input: { value: boolean }): Promise<void>
  setMarksSaved(input: { value: boolean }): Promise<void>
  signIn(): Promise<Status>
  /** `wasRevoked` is false if the service could not be reached or did not revoke the tokens. */
  signOut(): Promise<{ wasRevoked: boolean }>
  /**
   * The item that was saved from a tab, as it is now; null if there is none. Saves nothing, but sends the queued edit of the
   * item and other entries of the outbox.
   */
  findTabOutcome(input: { tabId: number }): Promise<TabOutcome | null>
  saveTab(input: { tabId: number; movesUp: boolean }): Promise<TabOutcome>
  /** The selected text on the page of a tab; null if there is none. */
  findSelection(input: { tabId: number }): Promise<Quote | null>
  highlightTab(input: { tabId: number; quote: Quote }): Promise<TabOutcome>
  /** Changes the tags or the note of the page of a tab. */
  applyEdit(input: { page: TabPage; edit: Edit }): Promise<TabOutcome>
  saveDraft(input: Draft): Promise<void>
  /** Submits an action of the item of a page by its name; returns the changed item. */
  submitItemAction(input: {
    page: TabPage
    item: Entity
    name: string
    fields?: Record<string, string>
  }): Promise<Entity>
  /** The tags that the person has used, without asking the service. */
  listUsedTags(): Promise<string[]>
  /** The tags that the person has used, then those of the newest items. */
  suggestTags(): Promise<string[]>
  /** The page of unread items at an address, or the first one if that is null. */
  fetchQueuePage(input: { href: string | null }): Promise<QueuePage>
  /** Submits an action of the item at an address by its name; returns the changed item. */
  submitActionAt(input: { self: string; name: string }): Promise<Entity>
  listWindowTabs(input: { windowId: number }): Promise<WindowTab[]>
  saveTabs(input: { windowId: number; links: { url: string; title: string }[] }): Promise<SavedTabs>
  /** Undoes outbox entries, whether or not they were sent. */
  undo(input: { entryIds: number[] }): Promise<void>
  /** All entries of the outbox, for any service and account. */
  listOutbox(): Promise<OutboxEntry[]>
  /** Sends one entry now and returns the outcome, for the popup. Throws `gone` if there is no such entry. */
  sendEntry(input: { id: number }): Promise<TabOutcome>
  /** Sends one entry now, or all entries of the service and account in use. The outcome is in the outbox. */
  sendDueEntries(input: { id: number | undefined }): Promise<void>
  /** Removes an entry from the outbox. Throws `already_sent` if the service saved it meanwhile. */
  discard(input: { id: number }): Promise<void>
}

type Name = keyof Requests
type Message = { name: Name; input: unknown }
type Reply = { value: unknown } | { code: FailureCode; detail: string }

/** Calls the background; throws the failure that it reports. Tries twice, since browsers may stop the background. */
export async function callBackground<N extends Name>(
  name: N,
  ...[input]: Parameters<Requests[N]>
): Promise<Awaited<ReturnType<Requests[N]>>> {
  const send = () =>
    chrome.runtime.sendMessage<Message, Reply | undefined>({ name, input }).catch(() => undefined)
  const reply = (await send()) ?? (await send())
  if (!reply) throw new Failure('stopped')
  if ('code' in reply) throw new Failure(reply.code, reply.detail)
  return reply.value as Awaited<ReturnType<Requests[N]>>
}

/** Handles requests of the extension's own pages only. */
export function handleRequests(requests: Requests): void {
  chrome.runtime.onMessage.addListener((message: Message, sender, reply: (reply: Reply) => void) => {
    const isOwnPage =
      sender.id === chrome.runtime.id && sender.url?.startsWith(chrome.runtime.getURL('')) === true
    if (!isOwnPage || !Object.hasOwn(requests, message.name)) return false
    const handle = requests[message.name] as (input: unknown) => Promise<unknown>
    handle(message.input).then(
      (value) => reply({ value }),
      (error: unknown) => {
        const { code, detail } = asFailure(error)
        reply({ code, detail })
      },
    )
    return true
  })
}
