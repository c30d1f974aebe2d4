import { html } from '../html.ts'
import { assets } from '../assets/assets.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { icon } from '../parts/icon.ts'

const messages = allMessages.listen
const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]
const TIMER_MINUTES = [10, 20, 30, 45, 60]

/** The button that offers listening; a script shows it where the browser has a voice. */
export function listenButton(className: string): Fragment {
  return html`<button class="${className} listen-open" type="button" title="${messages.listen}">
    ${icon('headphones')}<span class="label">${messages.listen}</span>
  </button>`
}

/** What the article is read aloud with; its script is loaded once somebody listens. */
export function listenBar(): Fragment {
  const tool = (name: string, label: string) =>
    html`<button class="button tool ${name}" type="button" title="${label}" aria-label="${label}"></button>`
  return html`<div
    class="listen-bar"
    role="group"
    aria-label="${messages.listen}"
    ${attributes({ 'data-script': assets().listen.path, 'data-words': JSON.stringify(messages.words), hidden: true })}
  >
    <div class="tools">
      <select id="listen-rate" aria-label="${messages.rate}" autocomplete="off">
        ${RATES.map((rate) => html`<option value="${String(rate)}">${messages.times(rate)}</option>`)}
      </select>
      ${tool('listen-back icon-skip-back', messages.back)}
      ${tool('listen-play icon-play', messages.words.play)}
      ${tool('listen-forward icon-skip-forward', messages.forward)}
      <button
        class="button tool listen-settings icon-settings"
        type="button"
        popovertarget="listen-settings"
        title="${messages.settings}"
        aria-label="${messages.settings}"
      ></button>
      <button
        class="button tool listen-close"
        type="button"
        title="${messages.close}"
        aria-label="${messages.close}"
      >
        ×
      </button>
    </div>
    <p class="listen-status" role="status"></p>
    ${settingsPanel()}
  </div>`
}

function settingsPanel(): Fragment {
  return html`<div
    class="tool-panel"
    id="listen-settings"
    role="dialog"
    aria-labelledby="listen-title"
    popover
  >
    <h2 id="listen-title">${messages.settings}</h2>
    <div class="field">
      <label for="listen-voice">${messages.voice}</label>
      <select id="listen-voice" autocomplete="off"></select>
    </div>
    <div class="field">
      <label for="listen-timer">${messages.timer}</label>
      <select id="listen-timer" autocomplete="off">
        <option value="">${messages.noTimer}</option>
        ${TIMER_MINUTES.map((minutes) => html`<option value="${String(minutes)}">${messages.after(minutes)}</option>`)}
      </select>
    </div>
    <label class="checkbox"
      ><input type="checkbox" id="listen-through" autocomplete="off" /> ${messages.through}</label
    >
  </div>`
}
