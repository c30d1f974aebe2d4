import { html } from 'hono/html'
import { visibleClientName } from '../../oauth/client-name.ts'
import type { Fragment } from '../fragment.ts'
import { allWords } from '../words/words.ts'

/** A name that an agent gave itself, kept from steering the text around it. */
export function agentName(name: string | null): Fragment {
  return html`<bdi>${inertName(name)}</bdi>`
}

/** What can be seen of the name, on one line; the word for an agent without a name where that is nothing. */
export function inertName(name: string | null): string {
  return visibleClientName(name) ?? allWords.shell.unnamedApp
}

/** Whether anything of the name can be seen. */
export function hasName(name: string | null): boolean {
  return visibleClientName(name) !== null
}
