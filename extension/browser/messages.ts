import { asFailure, Failure, type FailureCode } from '../core/failure.ts'
import type { OutboxEntry } from '../core/outbox.ts'
import type { Action, Entity } from '../core/siren.ts'
import type { TabOutcome } from './save-tab.ts'

/** The service in use, and whether the extension is signed in to it. */
export type Status = { origin: string; isConnected: boolean }

/** The requests of popup and options to the background. */
export type Requests = {
  status(): Promise<Status>
  /** Checks an address and uses the service there. */
  useAddress(input: { address: string }): Promise<Status>
  signIn(): Promise<Status>
  /** `wasRevoked` is false if the service could not be reached. */
  signOut(): Promise<{ wasRevoked: boolean }>
  saveTab(input: { tabId: number; again: boolean }): Promise<TabOutcome>
  /** Submits an action of an item; returns the item as it is then. */
  submitAction(input: { item: Entity; action: Action; fields: Record<string, string> }): Promise<Entity>
  saveWindow(input: { windowId: number }): Promise<{ count: number }>
  /** All waiting saves, of whatever service. */
  waiting(): Promise<OutboxEntry[]>
  /** Sets tags and note of a waiting save, and sends it. */
  amend(input: { id: number; tags: string; note: string }): Promise<TabOutcome>
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
