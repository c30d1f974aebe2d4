import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'
import { allWords } from '../words/words.ts'

const words = allWords.history.undoAll

/** Moments that have a name: `always` is before everything. */
export const NAMED_MOMENTS = ['hour', 'today', 'yesterday', 'always'] as const

/** Leads to what taking back all that an agent did since a moment would come to; `path` is the agent's. */
export function undoSince(path: string): Fragment {
  return html`<details class="undo-since">
    <summary>${words.section}</summary>
    <p class="hint">${words.lead}</p>
    <ul class="row">
      ${NAMED_MOMENTS.map((name) => {
        return html`<li>
          <a class="button quiet" href="${path}/undo?since=${name}">${words.since[name]}</a>
        </li>`
      })}
    </ul>
    <form class="row" method="get" action="${path}/undo">
      <div class="field">
        <label for="undo-moment">${words.moment}</label>
        <input id="undo-moment" type="datetime-local" name="since" required />
      </div>
      <button class="button quiet">${words.look}</button>
    </form>
  </details>`
}
