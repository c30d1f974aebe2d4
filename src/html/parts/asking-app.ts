import { html } from 'hono/html'
import { PATHS } from '../../oauth/vocabulary.ts'
import type { Fragment } from '../fragment.ts'

/** Says why the page came up, where an app's request is what it goes on to; `first` is what to do before. */
export function askingApp(returnTo: string, first: string): Fragment | undefined {
  if (!returnTo.startsWith(`${PATHS.authorize}?`)) return undefined
  return html`<p>An app asks to use your reading queue. ${first} to see which one, and to decide.</p>`
}
