import { html } from '../html.ts'
import { visibleName } from '../../text/invisible-characters.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'

/** The name that an agent gave itself, isolated from the direction of the text around it. */
export function agentName(name: string | null): Fragment {
  return html`<bdi>${displayName(name)}</bdi>`
}

/** The visible characters of the name, on one line; a placeholder if there are none. */
export function displayName(name: string | null): string {
  return visibleName(name ?? '') || allMessages.shell.unnamedApp
}

/** Whether the name has visible characters. */
export function hasDisplayName(name: string | null): boolean {
  return visibleName(name ?? '') !== ''
}
