import { html } from '../html.ts'
import { saveLink } from '../../queue/actions/save-link.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import { stateOf } from '../../queue/model/states.ts'
import type { SharedPage } from '../../queue/input/shared-page.ts'
import { actionForm } from '../actions/action-form.ts'
import type { Fragment } from '../fragment.ts'
import { languageOf } from '../items/item-parts.ts'
import { layout } from '../shell/layout.ts'
import type { Person } from '../parts/person.ts'
import { relativeTime } from '../parts/instant.ts'
import { noticeWithUndo } from '../parts/notice.ts'
import { allMessages } from '../messages/messages.ts'
import type { Notice } from '../../text/notice.ts'

export type SaveView = {
  person: Person
  now: number
  /** The initial values of the form. */
  page: SharedPage
  /** The item that already has the page's address, if any. */
  existing: Item | undefined
  notice?: Notice | undefined
}

const messages = allMessages.share

/** Asks for confirmation before a page that was shared from elsewhere is saved. */
export function savePage({ person, now, page, existing: known, notice }: SaveView): Fragment {
  const hasUrl = page.url !== ''
  return layout(
    { title: messages.save.title, person, width: 'narrow' },
    html`<section class="panel share-save">
      <h1>${messages.save.title}</h1>
      ${noticeWithUndo(notice, person, { returnTo: '/queue' })} ${known && existingItem(known, now)}
      ${!hasUrl && html`<p>${messages.save.nothing}</p>`}
      ${actionForm(saveLink, {
        formToken: person.formToken,
        idPrefix: 'shared-page',
        returnTo: '/save',
        notice,
        values: page,
        // These fields are for agents and programs; a person has the note.
        hiddenFields: { reason: '', html: '' },
        label: messages.save.button,
      })}
      <p class="hint">
        ${hasUrl ? messages.save.hint : ''} <a href="/share">${messages.save.saveFromAnywhere}</a>
      </p>
    </section>`,
  )
}

function existingItem(item: Item, now: number): Fragment {
  const state = stateOf(item)
  return html`<div class="share-existing">
    <p>
      ${messages.known.before} ${messages.known.states[state]}, ${messages.known.saved}
      ${relativeTime(item.savedAt, now)}. ${messages.known.again[state]}
    </p>
    <p dir="auto" ${languageOf(item)}><a href="/queue/items/${item.id}">${titleOf(item)}</a></p>
  </div>`
}

export type SavedView = { person: Person; item: Item; notice: Notice }

/** Confirms that a page was saved, with links to its article and back to the page. */
export function savedPage({ person, item, notice }: SavedView): Fragment {
  return layout(
    { title: messages.saved.title, person, width: 'narrow' },
    html`<section class="panel share-save">
      <h1>${messages.saved.title}</h1>
      ${noticeWithUndo(notice, person, { returnTo: `/queue/items/${item.id}` })}
      <p class="share-title" dir="auto" ${languageOf(item)}>${titleOf(item)}</p>
      <p class="button-row">
        <a class="button main" href="/queue/items/${item.id}">${messages.saved.read}</a>
        <a class="button quiet" href="${item.url}" rel="noopener noreferrer"
          >${messages.saved.back(item.site)}</a
        >
      </p>
      <p class="hint">${messages.saved.close} <a href="/queue">${messages.saved.queue}</a></p>
    </section>`,
  )
}
