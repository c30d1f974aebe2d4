import { html } from '../html.ts'
import type { ItemAction } from '../../queue/actions/action.ts'
import type { Fragment } from '../fragment.ts'
import { attributes } from '../parts/attributes.ts'
import { actionTitle } from './action-title.ts'

const LOOKS: Record<string, { icon: string; key?: string }> = {
  'mark-read': { icon: 'check', key: 'm' },
  'mark-unread': { icon: 'undo', key: 'm' },
  'restore-item': { icon: 'restore', key: '#' },
  'favourite-item': { icon: 'star', key: 'f' },
  'unfavourite-item': { icon: 'star-filled', key: 'f' },
  'unsnooze-item': { icon: 'inbox' },
  'clear-request': { icon: 'asked' },
  'refetch-item': { icon: 'refetch' },
  'remove-item': { icon: 'trash', key: '#' },
}

/** The button of an action in a menu. Without a path, the page's script gives it one. */
export function menuButton(action: ItemAction, { form, path }: { form: string; path?: string }): Fragment {
  const { icon, key } = LOOKS[action.name] ?? { icon: 'more' }
  const where = { class: `icon-${icon}`, form, 'data-action': action.name, formaction: path }
  return html`<button${attributes(where)}>${actionTitle(action)}${keyHint(key)}</button>`
}

/** For people only, since a screen reader reads the keys in their own list. */
export function keyHint(key: string | undefined): Fragment | undefined {
  return key === undefined ? undefined : html`<kbd aria-hidden="true">${key}</kbd>`
}
