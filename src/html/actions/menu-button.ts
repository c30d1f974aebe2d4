import { html } from '../html.ts'
import type { ItemAction } from '../../queue/actions/action.ts'
import { tagItem } from '../../queue/actions/tag-item.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { actionTitle } from './action-title.ts'

type Look = { icon: string; key?: string }

const LOOKS: Record<string, Look> = {
  'mark-read': { icon: 'check', key: 'm' },
  'mark-unread': { icon: 'undo', key: 'm' },
  'restore-item': { icon: 'restore', key: '#' },
  'favourite-item': { icon: 'star', key: 'f' },
  'unfavourite-item': { icon: 'star-filled', key: 'f' },
  'unsnooze-item': { icon: 'inbox' },
  'snooze-item': { icon: 'clock', key: 's' },
  'tag-item': { icon: 'tag', key: 't' },
  'ask-agent': { icon: 'agents', key: 'a' },
  'clear-request': { icon: 'asked' },
  'refetch-item': { icon: 'refetch' },
  'remove-item': { icon: 'trash', key: '#' },
}

/** The button of an action in a menu. Without a path, the page's script gives it one; `form` is for one outside its form. */
export function menuButton(
  action: ItemAction,
  { form, path }: { form?: string; path?: string } = {},
): Fragment {
  const { key } = lookOf(action)
  const where = { class: menuIcon(action), form, 'data-action': action.name, formaction: path }
  return html`<button${attributes(where)}>${actionTitle(action)}${keyHint(key)}</button>`
}

/** The icon and the key of an action. */
export function lookOf({ name }: ItemAction): Look {
  return LOOKS[name] ?? { icon: 'more' }
}

/** The class of the icon of an action in a menu. */
export function menuIcon(action: ItemAction): string {
  return `icon-${lookOf(action).icon}`
}

/** What opens the part of a menu that has the field of an action. */
export function partSummary(action: ItemAction): Fragment {
  const label = action === tagItem ? allMessages.queue.tags : actionTitle(action)
  return html`<summary class="${menuIcon(action)}">${label}${keyHint(lookOf(action).key)}</summary>`
}

/** For people only, since a screen reader reads the keys in their own list. */
export function keyHint(key: string | undefined): Fragment | undefined {
  return key === undefined ? undefined : html`<kbd aria-hidden="true">${key}</kbd>`
}
