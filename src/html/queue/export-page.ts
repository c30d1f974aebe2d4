import { EXPORT_NAMES } from '../../library/export/export-formats.ts'
import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { EXPORT_PATH } from '../items/queue-path.ts'
import { allMessages } from '../messages/messages.ts'
import { exportProgressLink } from '../parts/export-progress-link.ts'
import { attributes } from '../parts/attributes.ts'
import { formTokenField } from '../parts/form-token.ts'
import type { Person } from '../parts/person.ts'
import { layout } from '../shell/layout.ts'

const messages = allMessages.exports

export type ExportView = {
  person: Person
  /** How many items the file will have, and whether there are more than were counted. */
  count: number
  isMore: boolean
  /** The list as parameters, or the ids of the selected items. */
  what: { list: [name: string, value: string][] } | { items: string[] }
  /** The path of the list. */
  back: string
}

/** Says how many items an export has, and asks for its format. Its size is known only once it is made. */
export function exportPage({ person, count, isMore, what, back }: ExportView): Fragment {
  const shown = allMessages.formats.count(count)
  const isOfList = 'list' in what
  const fields = isOfList ? what.list : [['items', what.items.join(' ')]]
  return layout(
    { title: messages.title, person, current: 'queue', width: 'narrow' },
    html`<section class="panel">
      <h1>${messages.title}</h1>
      <p>
        ${count === 0 ? messages.nothing : isOfList ? messages.list(shown, count, isMore) : messages.selected(shown, count)}
      </p>
      <form class="import-options" method="${isOfList ? 'get' : 'post'}" action="${EXPORT_PATH}">
        ${!isOfList && formTokenField(person.formToken)}
        ${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        ${count > 0 && formats()}
        <div class="buttons">
          ${count > 0 && html`<button class="button main">${messages.button}</button>`}
          <a class="button quiet" href="${back}">${messages.back}</a>
        </div>
      </form>
    </section>`,
  )
}

function formats(): Fragment {
  return html`<fieldset>
      <legend>${messages.format}</legend>
      ${EXPORT_NAMES.map(
        (value, index) =>
          html`<label class="choice"
            ><input${attributes({ type: 'radio', name: 'format', value, checked: index === 0 || undefined })} />
            ${messages.formats[value] ?? value}</label
          >`,
      )}
    </fieldset>
    <p class="hint">${messages.hint} ${exportProgressLink()}</p>`
}
