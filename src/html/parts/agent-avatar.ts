// Named `markup`, so that the formatter leaves the template alone: every row of a page repeats its white space.
import { html as markup } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { displayName } from './agent-name.ts'

/** How many tints `avatar.css` has. */
const TINTS = 8
/** Where a word begins: after what is no letter or digit, and at a capital after a small letter, as in `ChatGPT`. */
const WORD_BREAKS = /[^\p{L}\p{N}\p{M}]+|(?<=\p{Ll})(?=\p{Lu})/u

/** The initials of an agent's name on a tint of its own, so that agents are told apart at a glance. Goes beside the name. */
export function agentAvatar(name: string | null): Fragment {
  const shown = displayName(name)
  return markup`<span class="avatar" data-tint="${String(tintOf(shown))}" aria-hidden="true">${lettersOf(shown)}</span>`
}

/** Of the first two words, else the first two letters of the only one. */
function lettersOf(name: string): string {
  const [first = name, second] = name.split(WORD_BREAKS).filter(Boolean)
  const [one = '', next = ''] = first
  const other = second === undefined ? next.toLowerCase() : [...second][0]!.toUpperCase()
  return one.toUpperCase() + other
}

/** From the name, so that an agent that connects anew keeps its tint. */
function tintOf(name: string): number {
  let hash = 0
  for (const letter of name.toLowerCase()) hash = (hash * 17 + letter.codePointAt(0)!) % 7919
  return hash % TINTS
}
