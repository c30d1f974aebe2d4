import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import type { Person } from '../parts/person.ts'
import { formTokenField } from '../parts/form-token.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.queue.trash

/** Asks for confirmation before the trash is emptied. */
export function emptyTrashPage({ person, count }: { person: Person; count: number }): Fragment {
  return layout(
    { title: messages.empty, person, current: 'queue', width: 'narrow' },
    html`<section class="panel">
      <h1>${messages.question(allMessages.formats.count(count), count)}</h1>
      <p>${messages.forGood}</p>
      <form class="button-row" method="post" action="/trash/empty">
        ${formTokenField(person.formToken)}
        <button class="button danger">${messages.deleteForGood}</button>
        <a class="button quiet" href="/queue?state=removed">${messages.cancel}</a>
      </form>
    </section>`,
  )
}
