import { message, type MessageName } from '../browser/message.ts'
import { actionOf, type Entity } from '../core/siren.ts'
import { snoozeTimes } from '../core/snooze-times.ts'
import { button, element } from './element.ts'
import { iconButton, rename } from './icon-button.ts'

type Act = (name: string, done: string, fields?: Record<string, string>) => Promise<void>

const LABELS: Record<keyof ReturnType<typeof snoozeTimes>, MessageName> = {
  tomorrow: 'snoozeTomorrow',
  weekend: 'snoozeWeekend',
  week: 'snoozeWeek',
}

/** The button that snoozes, with its menu of times, or ends that. */
export function snoozeMenu(act: Act): { elements: HTMLElement[]; show(item: Entity): void } {
  let isSnoozed = false
  const toggle = iconButton('clock', message('snooze'), () =>
    isSnoozed ? act('unsnooze-item', message('unsnoozed')) : open(menu.hidden === true),
  )
  const choices = Object.entries(LABELS).map(([name, label]) =>
    button(message(label), { kind: 'plain' }, async () => {
      const until = snoozeTimes(new Date())[name as keyof typeof LABELS]
      open(false)
      toggle.focus()
      await act('snooze-item', message('snoozedUntil', inWords(until)), { until: until.toISOString() })
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
      rename(toggle, message(isSnoozed ? 'unsnooze' : 'snooze'))
      if (isSnoozed) toggle.removeAttribute('aria-expanded')
      else toggle.setAttribute('aria-expanded', String(!menu.hidden))
    },
  }
}

function inWords(until: Date): string {
  return until.toLocaleString(message('language'), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  })
}
