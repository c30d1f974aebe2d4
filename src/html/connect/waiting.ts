import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { agentName } from '../parts/agent-name.ts'
import { agentPath } from '../parts/agent-path.ts'
import { attributes } from '../parts/attributes.ts'
import { allMessages } from '../messages/messages.ts'
import type { ClientId } from '../../ids.ts'

const messages = allMessages.connect

/** An agent that was approved since the person began to wait. */
export type ConnectedAgent = { clientId: ClientId; name: string }

type Waiting = {
  /** What is waited for. */
  text: string
  /** The path of the page that looks again, for browsers without script. */
  refreshPath: string
  /** When the person began to wait, in milliseconds. */
  startedAt: number
  connected: ConnectedAgent | undefined
}

/** Says what is waited for, until an agent is connected; the script does that without a reload. */
export function waitingNote({ text, refreshPath, startedAt, connected }: Waiting): Fragment {
  const isConnected = connected !== undefined
  const path = connected && agentPath(connected.clientId)
  const link = html`<a ${attributes({ href: path })}
    >${connected ? agentName(connected.name) : html`<bdi></bdi>`}</a
  >`
  return html`<div class="waiting" role="status" data-status="/connect/status?since=${startedAt}">
    <p class="pending" ${attributes({ hidden: isConnected || undefined })}>
      <span class="dot" aria-hidden="true"></span> ${text}
      <a class="again" href="${refreshPath}">${messages.refresh}</a>
    </p>
    <p class="done" ${attributes({ hidden: isConnected ? undefined : true })}>
      <span aria-hidden="true">✓</span> ${messages.connected(link)}
    </p>
  </div>`
}
