import { describeFailure } from '../browser/describe-failure.ts'
import { message } from '../browser/message.ts'
import { callBackground } from '../browser/background-calls.ts'
import { asFailure } from '../core/failure.ts'
import { type Embedded, linkOf } from '../core/siren.ts'
import { element } from './element.ts'
import { iconButton, setIcon, setLabel } from './icon-button.ts'

/** A row of the side panel, which opens the item and marks it as read or unread. It stays until the next refresh. */
export function sideItem(item: Embedded, say: (text: string) => void): HTMLLIElement {
  const self = linkOf(item, 'self') ?? ''
  const href = /^https?:/i.test(self) ? self : undefined
  const title = item.title ?? String(item.properties['url'])
  const { url, readingMinutes } = item.properties
  const site = URL.parse(String(url))?.hostname.replace(/^www\./, '') ?? ''
  const minutes = typeof readingMinutes === 'number' ? message('minutes', String(readingMinutes)) : ''

  let isRead = false
  const toggle = iconButton('read', labelFor('markRead'), async () => {
    const name = isRead ? 'mark-unread' : 'mark-read'
    try {
      const changed = await callBackground('submitActionAt', { self, name })
      isRead = changed.class.includes('read')
      row.classList.toggle('done', isRead)
      setIcon(toggle, isRead ? 'undo' : 'read')
      setLabel(toggle, labelFor(isRead ? 'markUnread' : 'markRead'))
      say(message(isRead ? 'markedRead' : 'markedUnread'))
    } catch (error) {
      say(describeFailure(asFailure(error)))
    }
  })
  function labelFor(label: 'markRead' | 'markUnread'): string {
    return `${message(label)}: ${title}`
  }
  const row = element(
    'li',
    {},
    element(
      'div',
      { class: 'page-text' },
      element('a', { class: 'title', href, target: '_blank', rel: 'noopener' }, element('bdi', {}, title)),
      element('p', { class: 'hint' }, [site, minutes].filter((part) => part !== '').join(' · ')),
    ),
    toggle,
  )
  return row
}
