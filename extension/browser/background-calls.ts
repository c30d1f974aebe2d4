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

/** The service in use, who is signed in to it, and what the person chose. */
export type Status = {
  origin: string
  isConnected: boolean
  /** Null if nobody is or was signed in, or the service does not say. */
  account: Account | null
  savesOnOpen: boolean
  marksSaved: boolean
  /** How many saves of this account wait. */
  waiting: number
}

/** The requests of popup and options to the background. */
export type Requests = {
  status(): Promise<Status>
  /** Checks an address and uses the service there. */
  useAddress(input: { address: string }): Promise<Status>
  setSavesOnOpen(input: { value: boolean }): Promise<void>
  setMarksSaved(input: { value: boolean }): Promise<void>
  signIn(): Promise<Status>
  /** `wasRevoked` is false if the service could not be reached. */
  signOut(): Promise<{ wasRevoked: boolean }>
  /** What was saved from a tab, which changes nothing; null if nothing was. */
  findTabOutcome(input: { tabId: number }): Promise<TabOutcome | null>
  saveTab(input: { tabId: number; again: boolean }): Promise<TabOutcome>
  /** What is selected on the page of a tab; null if nothing is. */
  selection(input: { tabId: number }): Promise<Quote | null>
  highlightTab(input: { tabId: number; quote: Quote }): Promise<TabOutcome>
  /** Changes tags or note of the page of a tab. */
  edit(input: { page: TabPage; edit: Edit }): Promise<TabOutcome>
  keepDraft(input: Draft): Promise<void>
  /** Submits an action of an item by its name; returns the item as it is then. */
  submitAction(input: {
    page: TabPage
    item: Entity
    name: string
    fields?: Record<string, string>
  }): Promise<Entity>
  /** Tags that were used before, without asking the service. */
  usedTags(): Promise<string[]>
  suggestedTags(): Promise<string[]>
  /** Unread items, the first of them or those at an address. */
  queuePage(input: { href: string | null }): Promise<QueuePage>
  /** Submits an action of the item at an address by its name. */
  actOnItem(input: { self: string; name: string }): Promise<Entity>
  windowTabs(input: { windowId: number }): Promise<WindowTab[]>
  saveTabs(input: { windowId: number; links: { url: string; title: string }[] }): Promise<SavedTabs>
  /** Takes outbox entries back, also those that were sent. */
  undo(input: { entries: number[] }): Promise<void>
  /** All waiting saves, of whatever service and account. */
  waiting(): Promise<OutboxEntry[]>
  /** Sends one waiting save now, for the popup. */
  resend(input: { id: number }): Promise<TabOutcome>
  /** Tries one entry now, or all of them. */
  retry(input: { id: number | undefined }): Promise<void>
  drop(input: { id: number }): Promise<void>
}

type Name = keyof Requests
type Message = { name: Name; input: unknown }
type Reply = { value: unknown } | { code: FailureCode; detail: string }

/** Calls the background and throws its failure. Tries again once, since browsers may stop the background. */
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
