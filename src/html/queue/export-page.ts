import { EXPORT_FORMATS } from '../../library/export/export-formats.ts'
import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { EXPORT_PATH } from '../items/queue-path.ts'
import { allMessages } from '../messages/messages.ts'
import { exportProgressLink } from '../parts/export-progress-link.ts'
import { exportFormatOption } from '../parts/export-format-option.ts'
import { formTokenField } from '../parts/form-token.ts'
import { radioCards } from '../parts/radio-cards.ts'
import type { Person } from '../parts/person.ts'
import { layout } from '../shell/layout.ts'

const messages = allMessages.exports
const CONTENTS = ['library', 'highlights'] as const

export type ExportView = {
  person: Person
  /** How many items the file will have, and whether there are more than were counted. */
  count: number
  isMore: boolean
  /** The list as parameters, or the ids of the selected items. */
  what: { list: [name: string, value: string][] } | { items: string[] }
  /** The path of the list. */
  back: string
  /** Whether one downloads now. */
  isExporting: boolean
}

/** Says how many items an export has, and asks for its format. Its size is known only once it is made. */
export function exportPage({ person, count, isMore, what, back, isExporting }: ExportView): Fragment {
  const shown = allMessages.formats.count(count)
  const isOfList = 'list' in what
  const fields = isOfList ? what.list : [['items', what.items.join(' ')]]
  return layout(
    { title: messages.title, person, current: 'account' },
    html`<div class="account-page">
      <header>
        <h1>${messages.title}</h1>
        <p class="lead">
          ${count === 0 ? messages.nothing : isOfList ? messages.list(shown, count, isMore) : messages.selected(shown, count)}
        </p>
      </header>
      <form class="fields" method="${isOfList ? 'get' : 'post'}" action="${EXPORT_PATH}">
        ${!isOfList && formTokenField(person.formToken)}
        ${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        ${count > 0 && formats(isExporting)}
        <div class="buttons">
          ${count > 0 && html`<button class="button main">${messages.button}</button>`}
          <a class="button quiet" href="${back}">${messages.back}</a>
        </div>
      </form>
    </div>`,
  )
}

function formats(isExporting: boolean): Fragment {
  return html`${CONTENTS.map((content) =>
      radioCards({
        name: 'format',
        legend: messages.contents[content],
        options: EXPORT_FORMATS.filter((format) => format.content === content).map(exportFormatOption),
        chosen: EXPORT_FORMATS[0]?.name,
      }),
    )}
    <p class="hint">${messages.hint} ${isExporting && exportProgressLink()}</p>`
}
