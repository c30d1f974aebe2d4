import { html } from '../html.ts'
import { PATHS } from '../../config/paths.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'

/** Explains the page if it leads on to an app's authorization request; `first` is what has to be done before. */
export function appRequestNote(returnTo: string, first: string): Fragment | undefined {
  if (!returnTo.startsWith(`${PATHS.authorize}?`)) return undefined
  return html`<p>${allMessages.signing.appIsWaiting(first)}</p>`
}
