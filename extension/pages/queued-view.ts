import { callBackground } from '../browser/messages.ts'
import type { LeftOut, TabOutcome } from '../browser/save-tab.ts'
import type { OutboxEntry } from '../core/outbox.ts'
import { describeFailure, words } from '../core/words.ts'
import { button, type Child, element, field, form } from './element.ts'

const text = words.popup

type Handlers = {
  show(outcome: TabOutcome): void
  attempt(work: () => Promise<void>): Promise<void>
  signIn(): Promise<void>
  discarded(): void
}

/** A save that waits or was refused: why, and a form for its tags and note. */
export function queuedView(
  entry: OutboxEntry,
  leftOut: LeftOut,
  { show, attempt, signIn, discarded }: Handlers,
): Child[] {
  const isSignedOut = entry.failure?.code === 'signed_out'
  const isRefused = entry.dueAt === null
  const amend = (tags: string, note: string) =>
    attempt(async () => show(await callBackground('amend', { id: entry.id, tags, note })))
  const drop = () =>
    attempt(async () => {
      await callBackground('drop', { id: entry.id })
      discarded()
    })

  const then = isRefused ? undefined : isSignedOut ? text.queuedUntilSignedIn : text.queuedUntilReachable
  return [
    element(
      'h2',
      { id: 'outcome', class: 'outcome', tabindex: '-1' },
      isRefused ? text.refused : isSignedOut ? text.signedOut : text.queued,
    ),
    entry.failure && !isSignedOut && element('p', { class: 'failure' }, describeFailure(entry.failure)),
    then && element('p', {}, then),
    leftOut && element('p', { class: 'hint' }, text.leftOut[leftOut]),
    element('p', { class: 'title' }, element('bdi', {}, entry.title || entry.url)),
    element(
      'div',
      { class: 'actions' },
      isSignedOut
        ? button(text.signIn, 'main', signIn)
        : button(text.tryAgain, 'main', () => amend(entry.tags, entry.note)),
      button(text.discard, 'danger', drop),
    ),
    form(
      [
        field(
          text.tags,
          element('input', { name: 'tags', value: entry.tags, autocomplete: 'off' }),
          text.tagsHint,
        ),
        field(text.note, element('textarea', { name: 'note', rows: '2', maxlength: '5000' }, entry.note)),
        element('button', { class: 'button quiet' }, text.saveChanges),
      ],
      ({ tags = '', note = '' }) => amend(tags, note),
      { class: 'note-form' },
    ),
  ]
}
