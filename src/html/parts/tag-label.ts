import type { TagColours } from '../../queue/tags/tag-colour.ts'
import type { Fragment } from '../fragment.ts'
import { html as markup } from '../html.ts'
import { attributes } from './attributes.ts'

/** The name of a tag, in its colour if it has one. */
export function tagLabel(tag: string, colours: TagColours | undefined): Fragment {
  const colour = colours?.get(tag)
  return markup`<bdi${attributes({ 'data-tag-colour': colour })}>${tag}</bdi>`
}
