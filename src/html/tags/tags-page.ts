import { html } from '../html.ts'
import { TAG_ORDERS, type TagCount, type TagQuery } from '../../queue/items/tag-counts.ts'
import { MAX_TAG_LENGTH } from '../../queue/model/tag.ts'
import type { Fragment } from '../fragment.ts'
import { tagPath } from '../items/queue-path.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { emptyBox, nextStep } from '../parts/empty-box.ts'
import { describedBy } from '../parts/field.ts'
import { formTokenField } from '../parts/form-token.ts'
import { noticeArea, noticeWithUndo } from '../parts/notice.ts'
import type { Person } from '../parts/person.ts'
import { itemCount } from '../parts/item-count.ts'
import { popupMenu } from '../parts/popup-menu.ts'
import { tagLabel } from '../parts/tag-label.ts'
import { TAG_COLOURS } from '../../queue/tags/tag-colour.ts'
import { layout } from '../shell/layout.ts'
import { TAG_OPTIONS } from '../parts/tag-options-id.ts'
import type { Notice } from '../../text/notice.ts'

const messages = allMessages.tags
export const TAGS_PATH = '/tags'
const DELETE_FORM_ID = 'delete-tag'
const EDIT_ID = 'edit'
/** A list of fewer tags is seen whole. */
const MIN_FILTERED = 12

type TagsView = {
  person: Person
  tags: TagCount[]
  /** The tag that is edited. */
  edited: string | undefined
  /** What this page is of. */
  wanted: TagQuery
  /** The last tag of this page, if there are more. */
  next: string | undefined
  notice: Notice | undefined
}

/** All tags with their counts, and a form in the place of the one that is edited. */
export function tagsPage(view: TagsView): Fragment {
  const { person, tags, edited, wanted, notice } = view
  const { after, part } = wanted
  const isElsewhere = edited !== undefined && tags.every(({ tag }) => tag !== edited)
  return layout(
    {
      title: messages.title,
      person,
      current: 'tags',
    },
    html`${noticeArea(noticeWithUndo(notice, person, { returnTo: TAGS_PATH, otherUndo: colourUndo(view) }))}
      <h1>${messages.title}</h1>
      ${isElsewhere && html`<section class="panel">${editForms(view)}</section>`}
      ${(tags.length >= MIN_FILTERED || part !== '' || after !== '') && tools(wanted)}
      <div class="managed-rows">${rows(view)}</div>`,
  )
}

function rows(view: TagsView): Fragment {
  const { person, tags, wanted, next } = view
  const { after, part } = wanted
  if (tags.length === 0 && part !== '') return html`<p class="hint" role="status">${messages.noMatch}</p>`
  return html`${
    tags.length === 0
      ? emptyBox({
          icon: 'tag',
          title: messages.none,
          hint: messages.noneHint,
          next: nextStep('/queue', allMessages.failures.toQueue),
        })
      : html`<ul class="managed tag-rows">
            ${tags.map((tag, index) => tagRow(tag, index, view))}
          </ul>
          <form id="${DELETE_FORM_ID}" method="post" action="/tags/delete">
            ${formTokenField(person.formToken)}
          </form>`
  }
  ${(after !== '' || next !== undefined) && pager(view)}`
}

/** A filter over the list, which works without a script too, and its order. */
function tools(wanted: TagQuery): Fragment {
  const { part, order } = wanted
  return html`<div class="managed-tools">
    <form class="managed-filter icon-search" role="search" action="${TAGS_PATH}">
      <input${attributes({ type: 'search', name: 'q', value: part, 'aria-label': messages.filter, placeholder: messages.filter, autocomplete: 'off', dir: 'auto' })} />
      ${order !== 'name' && html`<input type="hidden" name="sort" value="${order}" />`}
    </form>
    <nav aria-label="${messages.order}">
      ${TAG_ORDERS.map(
        (one) =>
          html`<a${attributes({ href: pathTo({ ...wanted, order: one, after: '' }), 'aria-current': one === order ? 'true' : undefined, 'data-in-place': true })}>${messages.orders[one]}</a>`,
      )}
    </nav>
  </div>`
}

function pathTo({ after, part, order }: TagQuery, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    ...(part !== '' && { q: part }),
    ...(order !== 'name' && { sort: order }),
    ...(after !== '' && { after }),
    ...more,
  })
  return query.size === 0 ? TAGS_PATH : `${TAGS_PATH}?${query.toString()}`
}

function pager({ wanted, next }: TagsView): Fragment {
  return html`<nav class="pager" aria-label="${allMessages.queue.pages}">
    ${wanted.after !== '' && html`<a class="button quiet" href="${pathTo({ ...wanted, after: '' })}">${messages.first}</a>`}
    ${next !== undefined && html`<a class="button quiet older" rel="next" href="${pathTo({ ...wanted, after: next })}">${messages.more}</a>`}
  </nav>`
}

function tagRow({ tag, count }: TagCount, index: number, view: TagsView): Fragment {
  if (tag === view.edited) return html`<li class="edited" id="${EDIT_ID}">${editForms(view)}</li>`
  const list = tagPath(tag)
  const { remove } = messages
  const named = html`<span class="visually-hidden">${messages.named(tag)}</span>`
  return html`<li>
    <div class="managed-head">
      <a href="${list}">${tagLabel(tag, view.person.tagColours)}</a>
    </div>
    ${itemCount(count)}
    ${popupMenu({
      id: `tag-menu-${index}`,
      label: html`<span class="visually-hidden">${allMessages.queue.card.more}${named}</span>`,
      buttonClass: 'button plain icon-more',
      title: allMessages.queue.card.more,
      entries: html`<a
          class="icon-pencil"
          href="${pathTo(view.wanted, { edit: tag })}#${EDIT_ID}"
          data-in-place
          >${allMessages.searches.edit}${named}</a
        >
        <button class="danger icon-trash" form="${DELETE_FORM_ID}" name="tag" value="${tag}">
          ${remove}${named}
        </button>`,
    })}
  </li>`
}

function editForms({ edited = '', person, notice, wanted }: TagsView): Fragment {
  const failed = notice?.kind === 'mistake' ? notice : undefined
  const hidden = html`${formTokenField(person.formToken)}<input type="hidden" name="tag" value="${edited}" />`
  return html`<form method="post" action="/tags/rename">
      ${hidden}
      <div class="field">
        <label for="rename-to">${messages.rename.label(edited)}</label>
        <input${attributes({
          id: 'rename-to',
          name: 'to',
          required: true,
          value: failed?.values?.['to'] ?? edited,
          maxlength: MAX_TAG_LENGTH,
          list: TAG_OPTIONS,
          autocomplete: 'off',
          autocapitalize: 'none',
          spellcheck: 'false',
          dir: 'auto',
          ...describedBy(failed !== undefined, 'rename-hint'),
          autofocus: true,
        })} />
        <p class="hint" id="rename-hint">${messages.rename.hint}</p>
      </div>
      <div class="button-row">
        <button class="button main">${messages.rename.button}</button>
        <a class="button quiet" href="${pathTo(wanted)}" data-in-place>${messages.cancel}</a>
      </div>
    </form>
    ${colourForm(edited, hidden, person)}
    <form class="remove-tag" method="post" action="/tags/delete">
      ${hidden}
      <button class="button danger" aria-describedby="remove-hint">${messages.remove}</button>
      <span class="hint" id="remove-hint">${messages.removeHint}</span>
    </form>`
}

/** The colours by name, each a button; the last takes the colour off. */
function colourForm(edited: string, hidden: Fragment, { tagColours }: Person): Fragment {
  const current = tagColours?.get(edited) ?? ''
  const choice = (value: string, label: string) =>
    html`<button${attributes({
      name: 'colour',
      value,
      'data-tag-colour': value || undefined,
      'aria-pressed': value === current ? 'true' : 'false',
    })}>${label}</button>`
  return html`<form method="post" action="/tags/colour">
    ${hidden}
    <fieldset class="tag-colours">
      <legend>${messages.colour.label}</legend>
      ${TAG_COLOURS.map((colour) => choice(colour, messages.colour.names[colour]))}
      ${choice('', messages.colour.none)}
    </fieldset>
  </form>`
}

/** Gives a tag the colour back that it had before the one that the notice tells of. */
function colourUndo({ notice, person }: TagsView): Fragment | undefined {
  const { coloured, colour } = notice?.kind === 'done' ? (notice.values ?? {}) : {}
  if (coloured === undefined || colour === undefined) return undefined
  return html`<form class="undo" method="post" action="/tags/colour">
    ${formTokenField(person.formToken)}
    <input type="hidden" name="tag" value="${coloured}" />
    <input type="hidden" name="colour" value="${colour}" />
    <button class="button plain">${allMessages.history.undo}</button>
  </form>`
}
