import { html } from '../html.ts'
import { type TimeZone, UTC } from '../../text/time-zone.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.history.undoAll

/** The offered starts; `always` means every change. */
const UNDO_STARTS = ['hour', 'today', 'yesterday', 'always'] as const

/** The form that leads to a preview of undoing an agent's changes; `path` is the agent's page. */
export function undoSinceForm(path: string, zone: TimeZone = UTC): Fragment {
  return html`<details class="undo-since">
    <summary class="button quiet icon-undo">${messages.sectionTitle}</summary>
    <p class="hint">${messages.lead}</p>
    <ul class="row">
      ${UNDO_STARTS.map((name) => {
        return html`<li>
          <a class="button quiet" href="${path}/undo?since=${name}">${messages.since[name]}</a>
        </li>`
      })}
    </ul>
    <form class="row" method="get" action="${path}/undo">
      <div class="field">
        <label for="undo-moment">${messages.exactMoment(zone)}</label>
        <input id="undo-moment" type="datetime-local" name="since" required />
      </div>
      <button class="button quiet">${messages.preview}</button>
    </form>
  </details>`
}
