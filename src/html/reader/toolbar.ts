import { html } from '../html.ts'
import type { ItemAction } from '../../queue/actions/action.ts'
import { favouriteItem } from '../../queue/actions/favourite-item.ts'
import { markRead } from '../../queue/actions/mark-read.ts'
import { markUnread } from '../../queue/actions/mark-unread.ts'
import { unfavouriteItem } from '../../queue/actions/unfavourite-item.ts'
import type { Item } from '../../queue/model/item.ts'
import { actionForm, type ActionFormOptions } from '../actions/action-form.ts'
import type { Fragment } from '../fragment.ts'
import { attributes } from '../parts/attributes.ts'
import { icon, type IconName } from '../parts/icon.ts'
import { listenButton } from '../listen/listen-bar.ts'
import { listName } from '../items/queue-path.ts'
import { allMessages } from '../messages/messages.ts'
import { iconAndLabel, panelButton } from './panel.ts'
import { hasNotePanel, hasSnoozePanel, hasTagPanel } from './panels.ts'
import type { ReadingView } from './reading-view.ts'

const messages = allMessages.reader

type Label = 'markRead' | 'markUnread' | 'favourite' | 'unfavourite'

/** The actions with a button in the toolbar, with labels shorter than their titles. */
const TOOLS: { action: ItemAction; name: IconName; isFilled?: boolean; label: Label; key: string }[] = [
  { action: markRead, name: 'check', label: 'markRead', key: 'm' },
  { action: markUnread, name: 'circle', label: 'markUnread', key: 'm' },
  { action: favouriteItem, name: 'star', label: 'favourite', key: 'f' },
  { action: unfavouriteItem, name: 'star', isFilled: true, label: 'unfavourite', key: 'f' },
]

export const toolActions: ItemAction[] = TOOLS.map(({ action }) => action)

/** The most common actions while reading. It hides while one reads on, and its progress line stays. */
export function toolbar(view: ReadingView): Fragment {
  const { item, list, person, path } = view
  const options = {
    formToken: person.formToken,
    returnTo: path,
    itemId: item.id,
    style: 'tool',
  } satisfies ActionFormOptions
  return html`<div class="toolbar" role="group" aria-label="${messages.toolbar}">
    <a class="button tool back" href="${list.path}" title="${messages.back(listName(list.filter))}"
      >${icon('back')}<span class="label">${listName(list.filter)}</span></a
    >
    ${view.article && timeLeft(item)}
    <span class="spacer"></span>
    ${view.article && listenButton('button tool')}
    ${TOOLS.filter(({ action }) => action.isOffered(item)).map(({ action, name, isFilled, label, key }) =>
      actionForm(action, { ...options, key, label: iconAndLabel(name, messages[label], isFilled) }),
    )}
    ${hasSnoozePanel(view) && panelButton('snooze', { name: 'clock', label: messages.snooze, key: 's' })}
    ${hasTagPanel(view) && panelButton('tags', { name: 'tag', label: messages.tags, key: 't' })}
    ${hasNotePanel(view) && panelButton('note', { name: 'note', label: messages.note, className: 'if-wide' })}
    <a
      class="button tool original"
      href="${item.url}"
      rel="noopener noreferrer"
      title="${messages.original}"
      aria-keyshortcuts="o"
      >${iconAndLabel('leave', messages.original)}</a
    >
    ${view.article && panelButton('appearance', { name: 'text', label: messages.text })}
    ${panelButton('more', { name: 'more', label: messages.more })} ${view.article && progressBar(item)}
  </div>`
}

function progressBar(item: Item): Fragment {
  return html`<progress
    class="progress"
    max="1"
    value="${String(item.progress)}"
    aria-label="${messages.progress}"
  ></progress>`
}

/** What is left of an article that was begun; the page's script counts on. */
function timeLeft({ readingMinutes, progress }: Item): Fragment | undefined {
  if (readingMinutes === null) return undefined
  const left = Math.ceil(readingMinutes * (1 - progress))
  const isStarted = progress > 0 && left > 0
  return html`<span
    class="time-left"
    ${attributes({
      'data-minutes': readingMinutes,
      'data-words': messages.timeLeft('#'),
      hidden: isStarted ? undefined : true,
    })}
    >${messages.timeLeft(String(left))}</span
  >`
}
