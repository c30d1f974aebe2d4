import type { MessageName } from '../browser/message.ts'
import { message } from '../browser/message.ts'
import { actionOf, type Entity } from '../core/siren.ts'
import { element } from './element.ts'
import { iconButton, redraw, rename } from './icon-button.ts'
import { snoozeMenu } from './snooze-menu.ts'

/** Submits an action of the item and says what it did. */
type Act = (name: string, done: string, fields?: Record<string, string>) => Promise<void>

type Toggle = { name: string; icon: string; label: MessageName; done: MessageName }

/** The pairs of opposite actions, of which an item offers one at a time. */
const TOGGLES: [Toggle, Toggle][] = [
  [
    { name: 'mark-read', icon: 'read', label: 'markRead', done: 'markedRead' },
    { name: 'mark-unread', icon: 'inbox', label: 'markUnread', done: 'markedUnread' },
  ],
  [
    { name: 'favourite-item', icon: 'star', label: 'favourite', done: 'favourited' },
    { name: 'unfavourite-item', icon: 'star-filled', label: 'unfavourite', done: 'unfavourited' },
  ],
  [
    { name: 'remove-item', icon: 'trash', label: 'remove', done: 'removed' },
    { name: 'restore-item', icon: 'undo', label: 'undo', done: 'restored' },
  ],
]

/** The icons for an item. The buttons stay when the item changes, so that the focus does too. */
export function itemActions(act: Act): { elements: HTMLElement[]; show(item: Entity): void } {
  let item: Entity | undefined
  const offered = (pair: [Toggle, Toggle]) => pair.find(({ name }) => item && actionOf(item, name))
  const toggles = TOGGLES.map((pair) => {
    const button = iconButton(pair[0].icon, message(pair[0].label), async () => {
      const toggle = offered(pair)
      if (toggle) await act(toggle.name, message(toggle.done))
    })
    return { pair, button }
  })
  const snooze = snoozeMenu(act)
  const [read, favourite, remove] = toggles.map(({ button }) => button)
  const group = element('div', { class: 'icons' }, read, favourite, ...snooze.elements, remove)
  return {
    elements: [group],
    show(now) {
      item = now
      for (const { pair, button } of toggles) {
        const toggle = offered(pair)
        button.hidden = toggle === undefined
        if (!toggle) continue
        redraw(button, toggle.icon)
        rename(button, message(toggle.label))
      }
      snooze.show(now)
    },
  }
}
