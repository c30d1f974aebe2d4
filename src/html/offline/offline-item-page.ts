import { html, raw } from '../html.ts'
import type { AppearanceSettings } from '../../accounts/appearance-settings.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import { assets } from '../assets/assets.ts'
import type { Fragment } from '../fragment.ts'
import { languageOf } from '../items/item-parts.ts'
import { SNOOZE_HOUR, SNOOZE_PRESETS } from '../actions/snooze-presets.ts'
import { listenBar, listenButton } from '../listen/listen-bar.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import type { Article } from '../reader/reading-view.ts'
import { readerSettings } from '../reader/reader-settings.ts'
import { wrapTables } from '../reader/wrap-tables.ts'
import { offlineDocument } from './offline-document.ts'
import { offlineWords } from './offline-words.ts'

/** An article as a device keeps it. Its buttons are for its script, which writes what is done into the outbox. */
export function offlineItemPage({
  settings,
  item,
  article,
}: {
  settings: AppearanceSettings
  item: Item
  article: Article | 'too-complex' | undefined
}): Fragment {
  const messages = allMessages.offline.item
  return offlineDocument(
    { title: titleOf(item), settings, script: assets().offlineItem },
    html`<div
      class="reader offline-item"
      data-item="${item.id}"
      ${readerSettings(settings)}
      ${offlineWords()}
    >
      <div class="offline-actions" hidden>
        ${iconButton('read')} ${iconButton('favourite')}
        <details class="menu" id="snooze">
          <summary class="button tool icon-clock" title="${messages.snooze}">
            <span class="visually-hidden">${messages.snooze}</span>
          </summary>
          <span class="menu-panel">
            ${SNOOZE_PRESETS.map(
              ({ name, weekday }) =>
                html`<button
                  ${attributes({ class: 'button plain', type: 'button', 'data-weekday': weekday, 'data-hour': SNOOZE_HOUR })}
                >
                  ${allMessages.queue.card.snoozeFor[name]}
                </button>`,
            )}
          </span>
        </details>
        ${iconButton('highlight', 'highlighter', messages.highlight)}
        ${typeof article === 'object' && listenButton('button tool')}
      </div>
      <p class="offline-status" role="status"></p>
      <article class="article-page" aria-labelledby="title">
        <header class="article-head">
          <p class="kicker">
            <span dir="auto">${item.siteName ?? item.site}</span>
            ${item.readingMinutes !== null && html`<span>${allMessages.reader.readingTime(item.readingMinutes)}</span>`}
          </p>
          <h1 id="title" dir="auto" ${languageOf(item)}>${titleOf(item)}</h1>
          <p class="byline">
            ${
              item.author !== null &&
              html`<span
                >${allMessages.reader.author} <b><bdi>${item.author}</bdi></b></span
              >`
            }
            <a href="${item.url}" rel="noreferrer">${messages.original}</a>
          </p>
        </header>
        ${
          typeof article === 'object'
            ? html`<div class="article" id="article" dir="auto" ${languageOf(item)}>
                ${raw(wrapTables(article.html))}
              </div>`
            : html`<p>${messages.noArticle}</p>`
        }
      </article>
      <section class="offline-edit" hidden>
        <p class="offline-tags"></p>
        <p class="offline-field">
          <input
            id="tag"
            aria-label="${messages.tagLabel}"
            placeholder="${messages.tagLabel}"
            maxlength="50"
          />
          <button class="button quiet" type="button" id="add-tag">${messages.addTag}</button>
        </p>
        <p class="offline-note">
          <label for="note">${messages.note}</label>
          <textarea id="note" rows="3" maxlength="5000" dir="auto"></textarea>
          <button class="button quiet" type="button" id="save-note">${messages.saveNote}</button>
        </p>
        <p><button class="button danger icon-trash" type="button" id="remove">${messages.remove}</button></p>
      </section>
      <p><a href="/offline">${messages.back}</a></p>
      ${typeof article === 'object' && listenBar()}
    </div>`,
  )
}

/** A button that shows an icon only; its script gives it one, with its label, where that changes. */
function iconButton(id: string, icon?: string, label = ''): Fragment {
  const style = icon === undefined ? '' : ` icon-${icon}`
  return html`<button class="button tool${style}" type="button" id="${id}" title="${label}">
    <span class="visually-hidden">${label}</span>
  </button>`
}
