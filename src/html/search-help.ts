import { html } from 'hono/html'
import type { Fragment } from './fragment.ts'
import { english } from './words/english.ts'

const words = english.queue.search

const EXAMPLES: [example: string, meaning: string][] = [
  ['deep work', 'both words, or words that begin with them'],
  ['"deep work"', 'these words beside each other'],
  ['-video', 'without this word'],
  ['pre*', 'words that begin like this, however short'],
  ['tag:web', 'with this tag; tag:"to do" where it has a space'],
  ['site:example.org', 'from this site and those below it'],
  ['is:read', 'unread, read, favourite, snoozed or removed'],
  ['by:claude', 'saved by this agent; by:me for your own'],
  ['before:2026-02', 'saved before this day, month or year'],
  ['after:2026-02', 'saved since then'],
  ['under:15m', 'read in at most so long'],
]

/** What a search takes; closed at first. */
export const searchHelp: Fragment = html`<details class="search-help">
  <summary>${words.help}</summary>
  <dl>
    ${EXAMPLES.map(
      ([example, meaning]) =>
        html`<div>
          <dt><code>${example}</code></dt>
          <dd>${meaning}</dd>
        </div>`,
    )}
  </dl>
  <p>${words.helpEnd}</p>
</details>`
