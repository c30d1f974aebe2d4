import { callBackground } from '../browser/messages.ts'
import type { OutboxEntry } from '../core/outbox.ts'
import { describeFailure, words } from '../core/words.ts'
import { button, element } from './element.ts'

const text = words.options

/** The saves that wait, each with its reason and buttons. */
export function waitingList(
  entries: OutboxEntry[],
  origin: string,
  refresh: () => Promise<void>,
): HTMLElement {
  const retry = async (id: number | undefined) => {
    await callBackground('retry', { id }).catch(() => undefined)
    await refresh()
  }
  const rows = entries.map((entry) => waitingEntry(entry, origin, retry, refresh))
  return element(
    'section',
    { class: 'panel', 'aria-labelledby': 'waiting' },
    element('h2', { id: 'waiting' }, text.waiting),
    entries.length === 0 && element('p', { class: 'hint' }, text.nothingWaits),
    rows.length > 0 && element('ul', { class: 'waiting' }, ...rows),
    rows.length > 1 && button(text.tryAll, 'quiet', () => retry(undefined)),
  )
}

function waitingEntry(
  entry: OutboxEntry,
  origin: string,
  retry: (id: number) => Promise<void>,
  refresh: () => Promise<void>,
): HTMLElement {
  const title = entry.title || entry.url
  const isRefused = entry.dueAt === null
  const isInUse = entry.origin === origin
  const facts = [
    isInUse ? undefined : text.waitsFor(entry.origin),
    entry.pageBytes > 0 ? text.withPage : undefined,
    isRefused ? text.refused : text.next(new Date(entry.dueAt ?? 0).toLocaleTimeString()),
  ]
  const drop = async () => {
    await callBackground('drop', { id: entry.id })
    await refresh()
  }
  return element(
    'li',
    {},
    element('p', { class: 'title' }, element('bdi', {}, title)),
    entry.title !== '' && element('p', { class: 'hint' }, element('bdi', {}, entry.url)),
    entry.failure && element('p', { class: 'failure' }, describeFailure(entry.failure)),
    element('p', { class: 'hint' }, facts.filter((fact) => fact !== undefined).join(' · ')),
    element(
      'div',
      { class: 'actions' },
      isInUse && button(text.tryAgain, 'quiet', () => retry(entry.id), text.tryAgainNamed(title)),
      button(text.discard, 'danger', drop, text.discardNamed(title)),
    ),
  )
}
