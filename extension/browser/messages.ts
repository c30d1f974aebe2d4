import { asFailure, Failure, type FailureCode } from '../core/failure.ts'
import type { Change } from '../core/outbox.ts'
import type { Action, Entity } from '../core/siren.ts'
import type { TabOutcome } from './save-tab.ts'

/** How the extension stands to the service in use. */
export type Status = { origin: string; isConnected: boolean }

/** Everything that popup and options ask of the background. */
export type Requests = {
  status(): Promise<Status>
  /** Checks an address and uses it; gives the origin. */
  useAddress(input: { address: string }): Promise<Status>
  signIn(): Promise<Status>
  /** False where the service could not be told. */
  signOut(): Promise<{ wasTold: boolean }>
  saveTab(input: { tabId: number; again: boolean }): Promise<TabOutcome>
  /** Submits an action of an item, or its `self` after it; gives the item as it is then. */
  act(input: { item: Entity; action: Action; fields: Record<string, string> }): Promise<Entity>
  saveWindow(input: { windowId: number }): Promise<{ count: number }>
  /** All that waits, whatever service it is for. */
  waiting(): Promise<Change[]>
  /** Says something about an entry that waits; it is sent right after. */
  amend(input: { id: number; tags: string; note: string }): Promise<TabOutcome>
  /** Tries one entry now, or all of them. */
  retry(input: { id: number | undefined }): Promise<void>
  drop(input: { id: number }): Promise<void>
}

type Name = keyof Requests
type Message = { name: Name; input: unknown }
type Reply = { value: unknown } | { code: FailureCode; detail: string }

/** Asks the background; throws its failure. A browser may stop it before it answers: it is asked again then. */
export async function ask<N extends Name>(
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

/** Answers the extension's own pages, and nobody else. */
export function answerPages(requests: Requests): void {
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
