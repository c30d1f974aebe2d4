import { describeFailure } from '../browser/describe-failure.ts'
import { message } from '../browser/message.ts'
import { callBackground, type Status } from '../browser/background-calls.ts'
import { isFor, type OutboxEntry } from '../core/outbox.ts'
import { button, element } from './element.ts'

/** The saves and edits that wait, each with its reason and buttons. */
export function waitingList(
  entries: OutboxEntry[],
  status: Status,
  refresh: () => Promise<void>,
): HTMLElement {
  const retry = async (id: number | undefined) => {
    await callBackground('retry', { id }).catch(() => undefined)
    await refresh()
  }
  const rows = entries.map((entry) => waitingEntry(entry, status, { retry, refresh }))
  return element(
    'section',
    { class: 'panel', 'aria-labelledby': 'waiting' },
    element('h2', { id: 'waiting' }, message('waiting')),
    entries.length === 0 && element('p', { class: 'hint' }, message('nothingWaits')),
    rows.length > 0 && element('ul', { class: 'waiting' }, ...rows),
    rows.length > 1 && button(message('tryAll'), { kind: 'quiet' }, () => retry(undefined)),
  )
}

function waitingEntry(
  entry: OutboxEntry,
  { origin, account }: Status,
  { retry, refresh }: { retry: (id: number) => Promise<void>; refresh: () => Promise<void> },
): HTMLElement {
  const title = entry.title || entry.url
  const isRefused = entry.dueAt === null
  const isOfService = entry.origin === origin
  const isInUse = isOfService && isFor(entry, account)
  const facts = [
    isOfService ? undefined : message('waitsForService', entry.origin),
    isOfService && !isInUse ? message('waitsForAccount', entry.account?.email ?? '') : undefined,
    entry.edit ? message('waitsAsEdit') : undefined,
    entry.pageBytes > 0 ? message('withPage') : undefined,
    isRefused ? message('wasRefused') : nextTry(entry.dueAt ?? 0),
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
      isInUse &&
        button(message('tryAgain'), { kind: 'quiet', name: message('tryAgainNamed', title) }, () =>
          retry(entry.id),
        ),
      button(message('discard'), { kind: 'danger', name: message('discardNamed', title) }, drop),
    ),
  )
}

function nextTry(dueAt: number): string {
  return message('nextTry', new Date(dueAt).toLocaleTimeString(message('language'), { timeStyle: 'short' }))
}
