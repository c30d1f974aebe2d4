import { describeFailure } from '../browser/describe-failure.ts'
import { message } from '../browser/message.ts'
import { callBackground, type Status } from '../browser/background-calls.ts'
import { asFailure } from '../core/failure.ts'
import { belongsTo, type OutboxEntry } from '../core/outbox.ts'
import { button, element } from './element.ts'

type Handlers = {
  refresh: () => Promise<void>
  /** Shows why an entry could not be discarded; hides that for an empty text. */
  showFailure: (text: string) => void
}

/** The entries of the outbox, each with the reason why it is there, and buttons to send and discard it. */
export function outboxList(
  entries: OutboxEntry[],
  status: Status,
  { refresh, showFailure }: Handlers,
): HTMLElement {
  const retry = async (id: number | undefined) => {
    await callBackground('sendDueEntries', { id }).catch(() => undefined)
    await refresh()
  }
  const rows = entries.map((entry) => outboxRow(entry, status, { retry, refresh, showFailure }))
  return element(
    'section',
    { class: 'panel', 'aria-labelledby': 'waiting' },
    element('h2', { id: 'waiting' }, message('waiting')),
    entries.length === 0 && element('p', { class: 'hint' }, message('nothingWaits')),
    rows.length > 0 && element('ul', { class: 'waiting' }, ...rows),
    rows.length > 1 && button(message('tryAll'), { kind: 'quiet' }, () => retry(undefined)),
  )
}

function outboxRow(
  entry: OutboxEntry,
  { origin, account }: Status,
  { retry, refresh, showFailure }: Handlers & { retry: (id: number) => Promise<void> },
): HTMLElement {
  const title = entry.title || entry.url
  const isRefused = entry.dueAt === null
  const isForService = entry.origin === origin
  const isInUse = isForService && belongsTo(entry, account)
  const facts = [
    isForService ? undefined : message('waitsForService', entry.origin),
    isForService && !isInUse ? message('waitsForAccount', entry.account?.email ?? '') : undefined,
    entry.edit ? message('waitsAsEdit') : undefined,
    entry.pageBytes > 0 ? message('withPage') : undefined,
    isRefused ? message('wasRefused') : nextTry(entry.dueAt ?? 0),
  ]
  const discard = async () => {
    const failure = await callBackground('discard', { id: entry.id }).then(() => '', failureText)
    await refresh()
    showFailure(failure)
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
      button(message('discard'), { kind: 'danger', name: message('discardNamed', title) }, discard),
    ),
  )
}

function failureText(error: unknown): string {
  return describeFailure(asFailure(error))
}

function nextTry(dueAt: number): string {
  return message('nextTry', new Date(dueAt).toLocaleTimeString(message('language'), { timeStyle: 'short' }))
}
