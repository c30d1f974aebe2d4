import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'

/** A link for an owner who signed in a while ago, to confirm who they are and come back. */
export function reauthenticateFirstNote(returnTo: string): Fragment {
  const address = `/account/confirm?return=${encodeURIComponent(returnTo)}`
  const link = (text: string) => html`<a href="${address}">${text}</a>`
  return html`<p class="confirm-first">${allMessages.service.confirmFirst(link)}</p>`
}
