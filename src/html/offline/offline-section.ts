import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { offlineWords } from './offline-words.ts'

const COUNTS = [25, 100, 500]
const DEFAULT_COUNT = 100

/** The setting of this device: its script shows the controls where the browser can keep articles. */
export function offlineSection(): Fragment {
  const messages = allMessages.offline.setting
  const choice = (count: number) => {
    const checked = count === DEFAULT_COUNT || undefined
    return html`<label
      ><input${attributes({ type: 'radio', name: 'offline-count', value: String(count), checked })} /><span
        >${String(count)}</span
      ></label
    >`
  }
  return html`<section id="offline" aria-labelledby="offline-heading" ${offlineWords()}>
    <h3 id="offline-heading">${messages.heading}</h3>
    <p class="hint">${messages.text}</p>
    <p class="offline-unsupported">${messages.unsupported}</p>
    <div class="settings offline-settings" hidden>
      <p class="hint">${messages.privacy}</p>
      <fieldset class="setting">
        <legend>${messages.count}</legend>
        <div class="choices">${COUNTS.map(choice)}</div>
      </fieldset>
      <label class="checkbox"><input type="checkbox" id="offline-images" checked /> ${messages.images}</label>
      <p class="offline-status" role="status"></p>
      <button class="button quiet" type="button" id="offline-on">${messages.turnOn}</button>
      <button class="button quiet" type="button" id="offline-off" hidden>${messages.turnOff}</button>
      <p hidden id="offline-link"><a href="/offline">${messages.list}</a></p>
      <label class="checkbox" hidden
        ><input type="checkbox" id="badge" autocomplete="off" /> ${messages.badge}</label
      >
      <div class="install" hidden>
        <p>${messages.install.text}</p>
        <p class="install-steps" hidden>${messages.install.steps}</p>
        <button class="button quiet" type="button" id="install" hidden>${messages.install.button}</button>
      </div>
    </div>
  </section>`
}
