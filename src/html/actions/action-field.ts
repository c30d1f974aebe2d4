import { html } from '../html.ts'
import type { Field, FieldKind } from '../../queue/input/field.ts'
import type { Fragment } from '../fragment.ts'
import { attributes } from '../parts/attributes.ts'
import { TAG_OPTIONS } from '../parts/tag-options-id.ts'
import { describedBy } from '../parts/field.ts'

type FieldState = {
  id: string
  name: string
  label: string
  value: string
  isWrong: boolean
  hasFocus?: boolean | undefined
  placeholder?: string | undefined
}

/** The form control for each kind of field. */
const CONTROLS: Record<FieldKind, (field: Field, state: FieldState) => Fragment> = {
  // Grows with the links that are pasted into it.
  url: (field, state) =>
    textarea(field, state, {
      class: 'links',
      placeholder: state.placeholder ?? 'https://',
      inputmode: 'url',
      ...NO_CORRECTION,
      rows: 1,
    }),
  line: (field, state) => input(field, state, { type: 'text', placeholder: state.placeholder }),
  text: (field, state) => textarea(field, state, { rows: 4 }),
  tag: (field, state) => input(field, state, { type: 'text', placeholder: state.placeholder, ...TAG_FIELD }),
  tags: (field, state) => input(field, state, { type: 'text', ...TAG_FIELD }),
  ids: (field, state) => input(field, state, { type: 'text', ...NO_CORRECTION }),
  links: (field, state) => textarea(field, state, { rows: 6 }),
  choice: select,
  choices: select,
  flag: (field, state) => input(field, state, { type: 'checkbox', value: 'true' }),
  objects: (field, state) => textarea(field, state, { rows: 6 }),
  count: (field, state) => input(field, state, { type: 'number', min: '1', max: field.max?.toString() }),
  fraction: (field, state) => input(field, state, { type: 'number', min: '0', max: '1', step: 'any' }),
  instant: (field, state) => input(field, state, { type: 'date' }),
  markup: (field, state) => textarea(field, state, { rows: 3 }),
}

/** For values that a keyboard must not correct. */
const NO_CORRECTION = { autocapitalize: 'none', autocomplete: 'off', spellcheck: 'false' }

/** Suggestions are beside the form. */
const TAG_FIELD = { ...NO_CORRECTION, list: TAG_OPTIONS }

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

function textarea(
  field: Field,
  state: FieldState,
  extraAttributes: Record<string, string | number | undefined>,
): Fragment {
  return html`<textarea${attributes({ ...commonAttributes(field, state), ...extraAttributes })}>${state.value}</textarea>`
}

function select(field: Field, state: FieldState): Fragment {
  const option = (choice: string) => {
    return html`<option${attributes({ selected: choice === state.value || undefined })}>${choice}</option>`
  }
  return html`<select${attributes(commonAttributes(field, state))}>${field.choices?.map(option)}</select>`
}

function commonAttributes(field: Field, { id, name, isWrong, hasFocus }: FieldState) {
  return {
    id,
    name,
    dir: 'auto',
    required: field.required,
    maxlength: field.maxLength,
    ...describedBy(isWrong),
    autofocus: isWrong || hasFocus || undefined,
  }
}
