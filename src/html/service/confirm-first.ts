import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'
import { allWords } from '../words/words.ts'

/** Leads an owner who signed in a while ago to proving who they are, and back to the page. */
export function confirmFirst(returnTo: string): Fragment {
  const address = `/account/confirm?return=${encodeURIComponent(returnTo)}`
  const link = (text: string) => html`<a href="${address}">${text}</a>`
  return html`<p class="confirm-first">${allWords.service.confirmFirst(link)}</p>`
}
