import { html } from 'hono/html'
import { type Item, titleOf } from '../../queue/model/item.ts'
import { BULK_FORM, SELECT_WORD } from './bulk-bar.ts'
import { cardActions, type CardUse } from './card-actions.ts'
import { excerptOrFound, metaOf, noteOf, statusOf, whyOf } from './card-facts.ts'
import type { Fragment } from '../fragment.ts'
import { languageOf } from '../items/item-facts.ts'
import { tagLinks } from '../items/item-tags.ts'
import { attributes } from '../parts/attributes.ts'

/** An item in a list. Its title leads to what can be read here, else to the page itself. */
export function itemCard(item: Item, use: CardUse): Fragment {
  const titleId = `title-${item.id}`
  const link =
    item.wordCount === null
      ? { href: item.url, rel: 'noopener noreferrer' }
      : { href: `/queue/items/${item.id}` }
  return html`<li id="item-${item.id}">
    <article class="entry" aria-labelledby="${titleId}" tabindex="-1">
      ${selectBox(item, titleId, use.isSelected)}
      <div class="entry-text">
        <h2 id="${titleId}" dir="auto" ${languageOf(item)}><a${attributes(link)}>${titleOf(item)}</a></h2>
        ${metaOf(item, use.now)} ${whyOf(item)} ${excerptOrFound(item, use.snippet)} ${noteOf(item)}
        ${statusOf(item)} ${tagLinks(item, use.state)}
      </div>
      ${item.imageName !== null && leadImage(item.id, item.imageName)} ${cardActions(item, use)}
    </article>
  </li>`
}

function selectBox(item: Item, titleId: string, isSelected: boolean): Fragment {
  return html`<label class="pick"
    ><input${attributes({
      type: 'checkbox',
      name: 'items',
      value: item.id,
      form: BULK_FORM,
      'aria-labelledby': `${SELECT_WORD} ${titleId}`,
      checked: isSelected || undefined,
    })}
  /></label>`
}

/** Its box is there before it is, so that nothing moves. */
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
