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
import { LIST_LABELS, queuePath } from '../items/queue-path.ts'
import { settingsForm } from '../preferences/preferences-form.ts'
import { allMessages } from '../messages/messages.ts'
import type { ReadingView } from './reading-view.ts'

const messages = allMessages.reader

/** The actions with a button in the toolbar, with labels shorter than their titles. */
const TOOLS: { action: ItemAction; name: IconName; isFilled?: boolean; label: string }[] = [
  { action: markRead, name: 'check', label: messages.markRead },
  { action: markUnread, name: 'circle', label: messages.markUnread },
  { action: favouriteItem, name: 'star', label: messages.favourite },
  { action: unfavouriteItem, name: 'star', isFilled: true, label: messages.unfavourite },
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
  return html`<div class="toolbar" role="group" aria-label="${messages.toolbar}">
    <a class="button tool" href="${queuePath({ filter: { state }, limit: DEFAULT_PAGE })}"
      >${icon('back')}<span class="label" title="${messages.back(LIST_LABELS[state])}"
        >${LIST_LABELS[state]}</span
      ></a
    >
    <span class="spacer"></span>
    ${TOOLS.filter(({ action }) => action.offered(item)).map(({ action, name, isFilled, label }) =>
      actionForm(action, { ...options, label: iconAndLabel(name, label, isFilled) }),
    )}
    ${snoozeItem.offered(item) && jumpLink('#snooze', 'clock', messages.snooze)}
    ${tagItem.offered(item) && jumpLink('#tags', 'tag', messages.tags)}
    <a class="button tool" href="${item.url}" rel="noopener noreferrer"
      >${iconAndLabel('leave', messages.original)}</a
    >
    ${view.article && appearanceMenu(view)} ${jumpLink('#more', 'more', messages.more, 'always')}
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
    <summary class="button tool">${iconAndLabel('text', messages.text)}</summary>
    <div class="appearance-panel">
      <h2>${messages.settings.title}</h2>
      ${settingsForm({ settings, formToken: person.formToken, returnTo: path })}
    </div>
  </details>`
}

function progressBar({ item }: ReadingView): Fragment {
  return html`<progress
    class="progress"
    max="1"
    value="${String(item.progress)}"
    aria-label="${messages.progress}"
  ></progress>`
}
