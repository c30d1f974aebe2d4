import type { Fragment } from '../fragment.ts'
import { html } from '../html.ts'
import { attributes } from './attributes.ts'

export type RadioCards = {
  name: string
  legend: string
  /** Each with what more there is to say of it. */
  options: { value: string; title: string; text?: string | undefined }[]
  chosen: string | undefined
}

/** A choice of one among cards. */
export function radioCards({ name, legend, options, chosen }: RadioCards): Fragment {
  return html`<fieldset class="radio-cards">
    <legend>${legend}</legend>
    ${options.map(
      ({ value, title, text }) =>
        html`<label
          ><input${attributes({ type: 'radio', name, value, checked: value === chosen || undefined })} />
          <span>${title}${text !== undefined && html` <small>${text}</small>`}</span></label
        >`,
    )}
  </fieldset>`
}
