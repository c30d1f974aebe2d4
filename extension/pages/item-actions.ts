import type { MessageName } from '../browser/message.ts'
import { message } from '../browser/message.ts'
import { actionOf, type Entity } from '../core/siren.ts'
import { element } from './element.ts'
import { iconButton, setIcon, setLabel } from './icon-button.ts'
import { snoozeMenu } from './snooze-menu.ts'

/** Submits an action of the item, and says `done` once it is done. */
type SubmitAction = (name: string, done: string, fields?: Record<string, string>) => Promise<void>

type Toggle = { name: string; icon: string; label: MessageName; done: MessageName }

/** Pairs of opposite actions. An item offers at most one of a pair at a time. */
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

/** Icon buttons for the actions of an item. They are not replaced when the item changes, so that the focus stays. */
export function itemActions(submit: SubmitAction): { elements: HTMLElement[]; show(item: Entity): void } {
  let item: Entity | undefined
  const offeredToggle = (pair: [Toggle, Toggle]) => pair.find(({ name }) => item && actionOf(item, name))
  const toggles = TOGGLES.map((pair) => {
    const button = iconButton(pair[0].icon, message(pair[0].label), async () => {
      const toggle = offeredToggle(pair)
      if (toggle) await submit(toggle.name, message(toggle.done))
    })
    return { pair, button }
  })
  const snooze = snoozeMenu(submit)
  const [read, favourite, remove] = toggles.map(({ button }) => button)
  const group = element('div', { class: 'icons' }, read, favourite, ...snooze.elements, remove)
  return {
    elements: [group],
    show(shownItem) {
      item = shownItem
      for (const { pair, button } of toggles) {
        const toggle = offeredToggle(pair)
        button.hidden = toggle === undefined
        if (!toggle) continue
        setIcon(button, toggle.icon)
        setLabel(button, message(toggle.label))
      }
      snooze.show(shownItem)
    },
  }
}
