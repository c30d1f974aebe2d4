import { html } from 'hono/html'
import type { ItemAction } from '../../queue/actions/action.ts'
import { favouriteItem } from '../../queue/actions/favourite-item.ts'
import { markRead } from '../../queue/actions/mark-read.ts'
import { markUnread } from '../../queue/actions/mark-unread.ts'
import { snoozeItem } from '../../queue/actions/snooze-item.ts'
import { tagItem } from '../../queue/actions/tag-item.ts'
import { unfavouriteItem } from '../../queue/actions/unfavourite-item.ts'
import { DEFAULT_PAGE } from '../../queue/lists/page.ts'
import { actionForm, type ActionFormOptions } from '../actions/action-form.ts'
import type { Fragment } from '../fragment.ts'
import { icon, type IconName } from '../parts/icon.ts'
import { LIST_NAMES, queuePath } from '../items/queue-path.ts'
import { settingsForm } from '../preferences/preferences-form.ts'
import { allWords } from '../words/words.ts'
import type { ReadingView } from './reading-view.ts'

const words = allWords.reader

/** The actions with a button in the toolbar, with labels shorter than their titles. */
const TOOLS: { action: ItemAction; name: IconName; isFilled?: boolean; label: string }[] = [
  { action: markRead, name: 'check', label: words.markRead },
  { action: markUnread, name: 'circle', label: words.markUnread },
  { action: favouriteItem, name: 'star', label: words.favourite },
  { action: unfavouriteItem, name: 'star', isFilled: true, label: words.unfavourite },
]

export const toolActions: ItemAction[] = TOOLS.map(({ action }) => action)

/** The most common actions while reading, and links to the others. */
export function toolbar(view: ReadingView): Fragment {
  const { item, state, person, path } = view
  const options = {
    formToken: person.formToken,
    returnTo: path,
    itemId: item.id,
    style: 'tool',
  } satisfies ActionFormOptions
  return html`<div class="toolbar" role="group" aria-label="${words.toolbar}">
    <a class="button tool" href="${queuePath({ filter: { state }, limit: DEFAULT_PAGE })}"
      >${icon('back')}<span class="label" title="${words.back(LIST_NAMES[state])}"
        >${LIST_NAMES[state]}</span
      ></a
    >
    <span class="spacer"></span>
    ${TOOLS.filter(({ action }) => action.offered(item)).map(({ action, name, isFilled, label }) =>
      actionForm(action, { ...options, label: iconAndLabel(name, label, isFilled) }),
    )}
    ${snoozeItem.offered(item) && jumpLink('#snooze', 'clock', words.snooze)}
    ${tagItem.offered(item) && jumpLink('#tags', 'tag', words.tags)}
    <a class="button tool" href="${item.url}" rel="noopener noreferrer"
      >${iconAndLabel('leave', words.original)}</a
    >
    ${view.article && appearanceMenu(view)} ${jumpLink('#more', 'more', words.more, 'always')}
    ${view.article && progressBar(view)}
  </div>`
}

function iconAndLabel(name: IconName, label: string, isFilled = false): Fragment {
  return html`${icon(name, isFilled)}<span class="label">${label}</span>`
}

/** A link to a section below the article; narrow screens show only those that are `always` shown. */
function jumpLink(
  target: string,
  name: IconName,
  label: string,
  shown: 'if-wide' | 'always' = 'if-wide',
): Fragment {
  return html`<a class="button tool ${shown}" href="${target}">${iconAndLabel(name, label)}</a>`
}

function appearanceMenu({ settings, person, path }: ReadingView): Fragment {
  return html`<details class="appearance-menu">
    <summary class="button tool">${iconAndLabel('text', words.text)}</summary>
    <div class="appearance-panel">
      <h2>${words.settings.title}</h2>
      ${settingsForm({ settings, formToken: person.formToken, returnTo: path })}
    </div>
  </details>`
}

function progressBar({ item }: ReadingView): Fragment {
  return html`<progress
    class="progress"
    max="1"
    value="${String(item.progress)}"
    aria-label="${words.progress}"
  ></progress>`
}
