import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'
import { allWords } from '../words/words.ts'

/** A name that an agent gave itself, kept from steering the text around it. */
export function agentName(name: string | null): Fragment {
  return html`<bdi>${inertName(name)}</bdi>`
}

/** The name without control, format and bidi characters. */
export function inertName(name: string | null): string {
  return inertLetters(name) || allWords.shell.unnamedApp
}

/** Whether anything of the name can be seen. */
export function hasName(name: string | null): boolean {
  return inertLetters(name) !== ''
}

function inertLetters(name: string | null): string {
  return name?.replace(/[\p{Cc}\p{Cf}]/gu, '').trim() ?? ''
}
