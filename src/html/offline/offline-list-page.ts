import { html } from '../html.ts'
import type { AppearanceSettings } from '../../accounts/appearance-settings.ts'
import { assets } from '../assets/assets.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { emptyBox } from '../parts/empty-box.ts'
import { offlineDocument } from './offline-document.ts'
import { offlineWords } from './offline-words.ts'

/** The list of the articles on a device, which its script fills in. */
export function offlineListPage(settings: AppearanceSettings): Fragment {
  const messages = allMessages.offline.list
  return offlineDocument(
    { title: messages.title, settings, script: assets().offlineList },
    html`<div class="offline-list" ${offlineWords()}>
      <h1>${messages.title}</h1>
      <p class="offline-status" role="status"></p>
      <section class="offline-waiting" aria-labelledby="waiting-heading" hidden>
        <div class="offline-head">
          <h2 id="waiting-heading">${messages.waiting}</h2>
          <button class="button plain" type="button" id="send">${messages.send}</button>
        </div>
        <ul id="waiting"></ul>
        <p class="offline-more"></p>
      </section>
      <p class="offline-field">
        <input
          type="search"
          id="offline-search"
          aria-label="${messages.search}"
          placeholder="${messages.search}"
        />
      </p>
      <ul id="kept"></ul>
      <div class="offline-none" hidden>
        ${emptyBox({
          icon: 'bookmark',
          title: messages.none,
          hint: messages.lead,
          next: html`<a class="button main" href="/account#offline">${messages.turnOn}</a>`,
        })}
      </div>
      <p class="offline-nothing-found" hidden>${messages.nothingFound}</p>
      <section class="offline-save" aria-labelledby="save-heading">
        <h2 id="save-heading">${messages.save}</h2>
        <p class="offline-field">
          <input type="url" id="save-url" aria-labelledby="save-heading" dir="ltr" />
          <button class="button main" type="button" id="save-button">${messages.saveButton}</button>
        </p>
      </section>
    </div>`,
  )
}
