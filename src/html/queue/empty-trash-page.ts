import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import type { Person } from '../parts/person.ts'
import { formTokenField } from '../parts/form-token.ts'
import { allWords } from '../words/words.ts'

const words = allWords.queue.trash

/** Asks for confirmation before the trash is emptied. */
export function emptyTrashPage({ person, count }: { person: Person; count: number }): Fragment {
  return layout(
    { title: words.empty, person, current: 'queue', width: 'narrow' },
    html`<section class="panel">
      <h1>${words.question(allWords.formats.count(count), count)}</h1>
      <p>${words.forGood}</p>
      <form class="button-row" method="post" action="/trash/empty">
        ${formTokenField(person.formToken)}
        <button class="button danger">${words.deleteForGood}</button>
        <a class="button quiet" href="/queue?state=removed">${words.cancel}</a>
      </form>
    </section>`,
  )
}
