import { ask } from '../browser/messages.ts'
import type { LeftOut, TabOutcome } from '../browser/save-tab.ts'
import type { Change } from '../core/outbox.ts'
import { tell, words } from '../core/words.ts'
import { button, type Child, element, field, form } from './element.ts'

const text = words.popup

type Handlers = {
  show(outcome: TabOutcome): void
  attempt(work: () => Promise<void>): Promise<void>
  signIn(): Promise<void>
  dropped(): void
}

/** A save that waits or was refused, with why, and what the person may add to it meanwhile. */
export function keptView(
  entry: Change,
  leftOut: LeftOut,
  { show, attempt, signIn, dropped }: Handlers,
): Child[] {
  const isSignedOut = entry.failure?.code === 'signed_out'
  const isRefused = entry.dueAt === null
  const amend = (tags: string, note: string) =>
    attempt(async () => show(await ask('amend', { id: entry.id, tags, note })))
  const drop = () =>
    attempt(async () => {
      await ask('drop', { id: entry.id })
      dropped()
    })

  const then = isRefused ? undefined : isSignedOut ? text.keptUntilSignedIn : text.keptUntilBack
  return [
    element(
      'h2',
      { id: 'outcome', class: 'outcome', tabindex: '-1' },
      isRefused ? text.refused : isSignedOut ? text.signedOut : text.kept,
    ),
    entry.failure && !isSignedOut && element('p', { class: 'why' }, tell(entry.failure)),
    then && element('p', {}, then),
    leftOut && element('p', { class: 'hint' }, text.leftOut[leftOut]),
    element('p', { class: 'title' }, element('bdi', {}, entry.title || entry.url)),
    element(
      'div',
      { class: 'actions' },
      isSignedOut
        ? button(text.signIn, 'main', signIn)
        : button(text.tryAgain, 'main', () => amend(entry.tags, entry.note)),
      button(text.drop, 'danger', drop),
    ),
    form(
      [
        field(
          text.tags,
          element('input', { name: 'tags', value: entry.tags, autocomplete: 'off' }),
          text.tagsHint,
        ),
        field(text.note, element('textarea', { name: 'note', rows: '2', maxlength: '5000' }, entry.note)),
        element('button', { class: 'button quiet' }, text.keep),
      ],
      ({ tags = '', note = '' }) => amend(tags, note),
      { class: 'note-form' },
    ),
  ]
}
