import { html } from '../html.ts'
import type { AppearanceSettings } from '../../accounts/appearance-settings.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { offlineDocument } from './offline-document.ts'

/** In place of a page that is not kept. */
export function unreachedPage(settings: AppearanceSettings): Fragment {
  const messages = allMessages.offline.unreached
  return offlineDocument(
    { title: messages.title, settings },
    html`<div class="offline-unreached">
      <h1>${messages.title}</h1>
      <p>${messages.text}</p>
      <p><a class="button main" href="/offline">${messages.link}</a></p>
    </div>`,
  )
}
