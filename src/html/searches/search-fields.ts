import { html } from '../html.ts'
import type { SearchFields } from '../../queue/saved-searches/saved-search.ts'
import { MAX_SEARCH_NAME } from '../../queue/saved-searches/saved-search.ts'
import { MAX_QUERY } from '../../queue/search/query.ts'
import { SORTS } from '../../queue/search/filter.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { textField } from '../parts/field.ts'

const messages = allMessages.searches

type FieldsOptions = {
  idPrefix: string
  /** The name of the field for the name: `rename` where the search has one. */
  nameField: 'name' | 'rename'
  values: { [Name in keyof SearchFields]?: string | null | undefined }
  /** The field that is wrong. */
  wrong?: string | undefined
}

/** The name, query and order of a saved search, as fields of its form. */
export function searchFields({ idPrefix, nameField, values, wrong }: FieldsOptions): Fragment {
  const option = (value: string, label: string) =>
    html`<option${attributes({ value, selected: value === (values.sort ?? 'best') || undefined })}>${label}</option>`
  return html`${textField({
      name: nameField,
      id: `${idPrefix}-name`,
      label: messages.name,
      type: 'text',
      autocomplete: 'off',
      value: values.name ?? undefined,
      maxLength: MAX_SEARCH_NAME,
      isWrong: wrong === nameField,
      hasFocus: nameField === 'rename' && wrong === undefined,
    })}
    ${textField({
      name: 'query',
      id: `${idPrefix}-query`,
      label: messages.query,
      type: 'text',
      autocomplete: 'off',
      value: values.query ?? undefined,
      maxLength: MAX_QUERY,
      isWrong: wrong === 'query',
    })}
    <div class="field">
      <label for="${idPrefix}-sort">${messages.order}</label>
      <select id="${idPrefix}-sort" name="sort">
        ${SORTS.map((sort) => option(sort, allMessages.queue.search.orders[sort]))}
      </select>
    </div>`
}
