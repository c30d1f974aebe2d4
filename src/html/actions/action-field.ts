import { html } from 'hono/html'
import type { Field, FieldKind } from '../../queue/input/field.ts'
import type { Fragment } from '../fragment.ts'
import { attributes } from '../parts/attributes.ts'
import { describedBy } from '../parts/field.ts'

type Place = {
  id: string
  name: string
  label: string
  value: string
  isWrong: boolean
  placeholder?: string | undefined
}

/** How each kind of field is typed in. */
const CONTROLS: Record<FieldKind, (field: Field, place: Place) => Fragment> = {
  url: (field, place) =>
    input(field, place, { type: 'url', placeholder: place.placeholder ?? 'https://', ...asWritten }),
  line: (field, place) => input(field, place, { type: 'text' }),
  text: (field, place) => textarea(field, place, 4),
  tag: (field, place) => input(field, place, { type: 'text', ...asWritten }),
  tags: (field, place) => input(field, place, { type: 'text', ...asWritten }),
  ids: (field, place) => input(field, place, { type: 'text', ...asWritten }),
  links: (field, place) => textarea(field, place, 6),
  choice: select,
  count: (field, place) => input(field, place, { type: 'number', min: '1', max: field.max?.toString() }),
  fraction: (field, place) => input(field, place, { type: 'number', min: '0', max: '1', step: 'any' }),
  instant: (field, place) => input(field, place, { type: 'date' }),
  markup: (field, place) => textarea(field, place, 3),
}

/** What no keyboard should correct. */
const asWritten = { autocapitalize: 'none', autocomplete: 'off', spellcheck: 'false' }

/** One labelled input of an action's form. */
export function actionField(field: Field, place: Place): Fragment {
  return html`<div class="field">
    <label for="${place.id}">${place.label}</label>
    ${CONTROLS[field.kind](field, place)}
  </div>`
}

function input(field: Field, place: Place, own: Record<string, string | undefined>): Fragment {
  return html`<input${attributes({ ...common(field, place), ...own, value: place.value || undefined })} />`
}

function textarea(field: Field, place: Place, rows: number): Fragment {
  return html`<textarea${attributes({ ...common(field, place), rows })}>${place.value}</textarea>`
}

function select(field: Field, place: Place): Fragment {
  const option = (choice: string) => {
    return html`<option${attributes({ selected: choice === place.value || undefined })}>${choice}</option>`
  }
  return html`<select${attributes(common(field, place))}>${field.choices?.map(option)}</select>`
}

function common(field: Field, { id, name, isWrong }: Place) {
  return {
    id,
    name,
    dir: 'auto',
    required: field.required,
    maxlength: field.maxLength,
    ...describedBy(isWrong),
  }
}
