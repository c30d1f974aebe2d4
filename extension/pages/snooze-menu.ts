import { message, type MessageName } from '../browser/message.ts'
import { actionOf, type Entity } from '../core/siren.ts'
import { snoozeTimes } from '../core/snooze-times.ts'
import { button, element } from './element.ts'
import { iconButton, setLabel } from './icon-button.ts'

/** Submits an action of the item, and says `done` once it is done. */
type SubmitAction = (name: string, done: string, fields?: Record<string, string>) => Promise<void>

const LABELS: Record<keyof ReturnType<typeof snoozeTimes>, MessageName> = {
  tomorrow: 'snoozeTomorrow',
  weekend: 'snoozeWeekend',
  week: 'snoozeWeek',
}

/** A button that opens a menu of times to snooze the item until, or unsnoozes it. */
export function snoozeMenu(submit: SubmitAction): { elements: HTMLElement[]; show(item: Entity): void } {
  let isSnoozed = false
  const toggle = iconButton('clock', message('snooze'), () =>
    isSnoozed ? submit('unsnooze-item', message('unsnoozed')) : open(menu.hidden === true),
  )
  const choices = Object.entries(LABELS).map(([name, label]) =>
    button(message(label), { kind: 'plain' }, async () => {
      const until = snoozeTimes(new Date())[name as keyof typeof LABELS]
      open(false)
      toggle.focus()
      await submit('snooze-item', message('snoozedUntil', formatTime(until)), { until: until.toISOString() })
    }),
  )
  const menu = element('div', { class: 'snooze', hidden: true }, ...choices)
  const open = (isOpen: boolean) => {
    menu.hidden = !isOpen
    toggle.setAttribute('aria-expanded', String(isOpen))
    if (isOpen) choices[0]?.focus()
  }
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    open(false)
    toggle.focus()
  })
  return {
    elements: [toggle, menu],
    show(item) {
      isSnoozed = actionOf(item, 'unsnooze-item') !== undefined
      toggle.hidden = !isSnoozed && actionOf(item, 'snooze-item') === undefined
      setLabel(toggle, message(isSnoozed ? 'unsnooze' : 'snooze'))
      if (isSnoozed) toggle.removeAttribute('aria-expanded')
      else toggle.setAttribute('aria-expanded', String(!menu.hidden))
    },
  }
}

function formatTime(until: Date): string {
  return until.toLocaleString(message('language'), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  })
}
