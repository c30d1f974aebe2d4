// Named `markup`, so that the formatter leaves the templates alone: every row of a page repeats their white space.
import { html as markup } from '../html.ts'
import { thumbnailNames } from '../../articles/thumbnails/thumbnail.ts'
import type { ItemAction } from '../../queue/actions/action.ts'
import { itemActions } from '../../queue/actions/catalogue.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import { actionPath } from '../actions/action-form.ts'
import { actionTitle } from '../actions/action-title.ts'
import { lookOf, menuIcon } from '../actions/menu-button.ts'
import type { Fragment } from '../fragment.ts'
import { languageOf } from '../items/item-parts.ts'
import { itemPath } from '../items/item-path.ts'
import { siteLetter } from '../items/site-icon.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { BULK_FORM_ID, SELECT_LABEL_ID } from './bulk-bar.ts'
import { marked, metadataEnd, metadataStart, textOf } from './card-parts.ts'
import type { Row, RowOptions } from './row.ts'
import type { ItemId } from '../../ids.ts'

const messages = allMessages.queue.card

/** The actions with a button in the row, which all have a key; its menu has them and the others. */
export const ROW_BUTTONS = ['mark-read', 'mark-unread', 'restore-item', 'favourite-item', 'unfavourite-item']

/** An item in a list. Its title links to the saved article, or to what is said of a failed one; while it is fetched, to the original page. */
export function itemRow(item: Item, options: RowOptions): Row {
  const { id } = item
  const hasPage = item.wordCount !== null || item.content.status === 'failed'
  const titleId = `t-${id.slice(-8)}`
  const path = itemPath(id, options.list)
  const link = hasPage ? { href: path } : { href: item.url, rel: 'noopener noreferrer' }
  const card = attributes({
    class: 'item-card',
    'aria-labelledby': titleId,
    tabindex: '-1',
    'data-url': hasPage ? item.url : undefined,
  })
  const box = attributes({
    type: 'checkbox',
    name: 'items',
    value: id,
    form: BULK_FORM_ID,
    'aria-labelledby': `${SELECT_LABEL_ID} ${titleId}`,
  })
  const offered = itemActions.filter((action) => action.isOffered(item))
  const heading = markup`<h2${attributes({ class: item.favouritedAt === null ? undefined : 'icon-star-filled' })} id="${titleId}" dir="auto"${languageOf(item)}><a${attributes(link)}>${options.markedTitle ? marked(options.markedTitle) : titleOf(item)}</a></h2>`
  const text = markup`${textOf(item, options.snippet)}${item.imageName !== null && leadImage(id, item.imageName)}${progressLine(item)}`
  const actions = markup`<div class="actions">${offered.map((action) => button(action, id))}<a class="icon-more" href="${path}#more" title="${messages.more}"></a></div>`
  const rest = markup`${metadataEnd(item, options)}${heading}${text}${actions}</article></li>`
  const pieces: Row['pieces'] = [
    String(markup`<li id="item-${id}"><article${card}`),
    String(markup`><label class="select-box"><input${box}`),
    String(markup`></label>${metadataStart(item)}`),
    String(rest),
  ]
  return {
    id,
    site: item.site,
    letter: siteLetter(item),
    actions: offered.map(({ name }) => name).join(' '),
    pieces,
  }
}

/** Has its size from the start, so that loading it shifts nothing; which file is loaded depends on how large it is shown. */
function leadImage(id: string, name: string): Fragment {
  const [normal, double] = thumbnailNames(name).map((thumbnail) => `/queue/items/${id}/images/${thumbnail}`)
  return markup`<img class="lead-image" src="${normal}" srcset="${normal} 96w, ${double} 192w" sizes="auto, 144px" alt="" width="96" height="72" loading="lazy" decoding="async">`
}

function progressLine({ progress }: Item): Fragment | undefined {
  if (progress === 0) return undefined
  return markup`<progress class="row-progress" value="${String(progress)}" aria-label="${messages.progressLabel}"></progress>`
}

function button(action: ItemAction, itemId: ItemId): Fragment | undefined {
  if (!ROW_BUTTONS.includes(action.name)) return undefined
  return markup`<button${attributes({
    class: menuIcon(action),
    formaction: actionPath(action, itemId),
    title: `${actionTitle(action)} (${lookOf(action).key})`,
  })}></button>`
}
