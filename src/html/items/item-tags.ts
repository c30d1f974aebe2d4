import { html } from '../html.ts'
import { untagItem } from '../../queue/actions/untag-item.ts'
import type { Item } from '../../queue/model/item.ts'
import { actionForm } from '../actions/action-form.ts'
import type { Fragment } from '../fragment.ts'
import { tagPath } from './queue-path.ts'
import { tagLabel } from '../parts/tag-label.ts'
import type { TagColours } from '../../queue/tags/tag-colour.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.queue

type TagFormOptions = { formToken: string; returnTo: string; colours: TagColours | undefined }

/** An item's tags: each links to the items that have it, with a button that removes it. */
export function tagList(item: Item, use: TagFormOptions): Fragment | undefined {
  const canUntag = untagItem.isOffered(item)
  return list(item, use.colours, (tag) => (canUntag ? untagForm(item, tag, use) : undefined))
}

/** The same without buttons. */
export function tagLinks(item: Item, colours: TagColours | undefined): Fragment | undefined {
  return list(item, colours, () => undefined)
}

function list(
  item: Item,
  colours: TagColours | undefined,
  after: (tag: string) => Fragment | undefined,
): Fragment | undefined {
  if (item.tags.length === 0) return undefined
  const one = (tag: string) => {
    return html`<li>
      <a href="${tagPath(tag)}">${tagLabel(tag, colours)}</a>
      ${after(tag)}
    </li>`
  }
  return html`<ul class="tags" aria-label="${messages.tags}">
    ${item.tags.map(one)}
  </ul>`
}

function untagForm(item: Item, tag: string, use: TagFormOptions): Fragment {
  return actionForm(untagItem, {
    formToken: use.formToken,
    returnTo: use.returnTo,
    itemId: item.id,
    hiddenFields: { tag },
    style: 'chip',
    label: html`<span aria-hidden="true">×</span
      ><span class="visually-hidden">${messages.untag(html`<bdi>${tag}</bdi>`)}</span>`,
  })
}
