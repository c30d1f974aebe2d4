import { html } from 'hono/html'
import { type Item, titleOf } from '../../queue/model/item.ts'
import { BULK_FORM_ID, SELECT_LABEL_ID } from './bulk-bar.ts'
import { cardActions, type CardOptions } from './card-actions.ts'
import { excerptOrSnippet, metadataOf, noteOf, fetchStatus, reasonOf } from './card-parts.ts'
import type { Fragment } from '../fragment.ts'
import { languageOf } from '../items/item-parts.ts'
import { tagLinks } from '../items/item-tags.ts'
import { attributes } from '../parts/attributes.ts'

/** An item in a list. Its title links to the saved article, else to the original page. */
export function itemCard(item: Item, options: CardOptions): Fragment {
  const titleId = `title-${item.id}`
  const link =
    item.wordCount === null
      ? { href: item.url, rel: 'noopener noreferrer' }
      : { href: `/queue/items/${item.id}` }
  return html`<li id="item-${item.id}">
    <article class="item-card" aria-labelledby="${titleId}" tabindex="-1">
      ${selectBox(item, titleId, options.isSelected)}
      <div class="item-card-text">
        <h2 id="${titleId}" dir="auto" ${languageOf(item)}><a${attributes(link)}>${titleOf(item)}</a></h2>
        ${metadataOf(item, options.now)} ${reasonOf(item)} ${excerptOrSnippet(item, options.snippet)} ${noteOf(item)}
        ${fetchStatus(item)} ${tagLinks(item, options.state)}
      </div>
      ${item.imageName !== null && leadImage(item.id, item.imageName)} ${cardActions(item, options)}
    </article>
  </li>`
}

function selectBox(item: Item, titleId: string, isSelected: boolean): Fragment {
  return html`<label class="select-box"
    ><input${attributes({
      type: 'checkbox',
      name: 'items',
      value: item.id,
      form: BULK_FORM_ID,
      'aria-labelledby': `${SELECT_LABEL_ID} ${titleId}`,
      checked: isSelected || undefined,
    })}
  /></label>`
}

/** Has its size from the start, so that loading it shifts nothing. */
function leadImage(itemId: string, name: string): Fragment {
  return html`<img
    class="lead-image"
    src="/queue/items/${itemId}/images/${name}"
    alt=""
    width="112"
    height="84"
    loading="lazy"
    decoding="async"
  />`
}
