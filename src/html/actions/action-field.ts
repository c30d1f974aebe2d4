import { html } from 'hono/html'
import type { Field, FieldKind } from '../../queue/input/field.ts'
import type { Fragment } from '../fragment.ts'
import { attributes } from '../parts/attributes.ts'
import { describedBy } from '../parts/field.ts'

type FieldState = {
  id: string
  name: string
  label: string
  value: string
  isWrong: boolean
  placeholder?: string | undefined
}

/** The form control for each kind of field. */
const CONTROLS: Record<FieldKind, (field: Field, state: FieldState) => Fragment> = {
  url: (field, state) =>
    input(field, state, { type: 'url', placeholder: state.placeholder ?? 'https://', ...NO_CORRECTION }),
  line: (field, state) => input(field, state, { type: 'text' }),
  text: (field, state) => textarea(field, state, 4),
  tag: (field, state) => input(field, state, { type: 'text', ...NO_CORRECTION }),
  tags: (field, state) => input(field, state, { type: 'text', ...NO_CORRECTION }),
  ids: (field, state) => input(field, state, { type: 'text', ...NO_CORRECTION }),
  links: (field, state) => textarea(field, state, 6),
  choice: select,
  choices: select,
  flag: (field, state) => input(field, state, { type: 'checkbox', value: 'true' }),
  objects: (field, state) => textarea(field, state, 6),
  count: (field, state) => input(field, state, { type: 'number', min: '1', max: field.max?.toString() }),
  fraction: (field, state) => input(field, state, { type: 'number', min: '0', max: '1', step: 'any' }),
  instant: (field, state) => input(field, state, { type: 'date' }),
  markup: (field, state) => textarea(field, state, 3),
}

/** For values that a keyboard must not correct. */
const NO_CORRECTION = { autocapitalize: 'none', autocomplete: 'off', spellcheck: 'false' }

/** A labelled field of an action's form. */
export function actionField(field: Field, state: FieldState): Fragment {
  return html`<div class="field">
    <label for="${state.id}">${state.label}</label>
    ${CONTROLS[field.kind](field, state)}
  </div>`
}

function input(
  field: Field,
  state: FieldState,
  extraAttributes: Record<string, string | undefined>,
): Fragment {
  return html`<input${attributes({ ...commonAttributes(field, state), ...extraAttributes, value: state.value || undefined })} />`
}

function textarea(field: Field, state: FieldState, rows: number): Fragment {
  return html`<textarea${attributes({ ...commonAttributes(field, state), rows })}>${state.value}</textarea>`
}

function select(field: Field, state: FieldState): Fragment {
  const option = (choice: string) => {
    return html`<option${attributes({ selected: choice === state.value || undefined })}>${choice}</option>`
  }
  return html`<select${attributes(commonAttributes(field, state))}>${field.choices?.map(option)}</select>`
}

function commonAttributes(field: Field, { id, name, isWrong }: FieldState) {
  return {
    id,
    name,
    dir: 'auto',
    required: field.required,
    maxlength: field.maxLength,
    ...describedBy(isWrong),
  }
}
