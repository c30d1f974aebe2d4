import { html } from '../html.ts'
import type { TagCount } from '../../queue/items/tag-counts.ts'
import { TAG_OPTIONS } from '../parts/tag-options-id.ts'
import type { Fragment } from '../fragment.ts'

const MAX_SHOWN = 10

/** The most used tags as suggestions; a script offers the others too, and after each comma. */
export function tagOptions(tags: TagCount[]): Fragment | undefined {
  if (tags.length === 0) return undefined
  return html`<datalist id="${TAG_OPTIONS}">
    ${tags.slice(0, MAX_SHOWN).map(({ tag }) => html`<option>${tag}</option>`)}
  </datalist>`
}
