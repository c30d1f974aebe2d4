import { html } from 'hono/html'
import { PATHS } from '../../config/paths.ts'
import type { Fragment } from '../fragment.ts'
import { allWords } from '../words/words.ts'

/** Says why the page came up, where an app's request is what it goes on to; `first` is what to do before. */
export function askingApp(returnTo: string, first: string): Fragment | undefined {
  if (!returnTo.startsWith(`${PATHS.authorize}?`)) return undefined
  return html`<p>${allWords.signing.asked(first)}</p>`
}
