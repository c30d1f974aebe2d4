import type { Fragment } from '../fragment.ts'
import { html } from '../html.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.share.how.bookmarklet

/** The bookmarklet as something to drag to the bookmarks bar, since pressing it does nothing here. */
export function draggableBookmarklet(baseUrl: string): Fragment {
  return html`<a
      class="bookmarklet icon-grip"
      href="${bookmarklet(baseUrl)}"
      aria-describedby="bookmarklet-drag"
      >${messages.link}</a
    >
    <p class="hint" id="bookmarklet-drag">${messages.onlyDrag}</p>`
}

/** UTF-16 units, so that proxies accept the address. */
const MAX_TITLE = 300
const MAX_NOTE = 1000

/**
 * A bookmarklet that opens `/save` for the current page, in a new tab or, if pop-ups are blocked, in the same one.
 * It has no `%`, which browsers would decode as an escape.
 */
export function bookmarklet(baseUrl: string): string {
  return `javascript:(()=>{const a='${baseUrl}/save?'+new URLSearchParams({${[
    'url:location.href',
    `title:document.title.slice(0,${MAX_TITLE})`,
    `note:(getSelection()+'').slice(0,${MAX_NOTE})`,
  ].join(',')}});open(a)||(location.href=a)})()`
}
