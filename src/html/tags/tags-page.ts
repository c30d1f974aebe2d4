import { html } from '../html.ts'
import type { TagCount } from '../../queue/items/tag-counts.ts'
import { DEFAULT_PAGE } from '../../queue/lists/page.ts'
import { MAX_TAG_LENGTH } from '../../queue/model/tag.ts'
import type { Fragment } from '../fragment.ts'
import { queuePath } from '../items/queue-path.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { emptyBox, nextStep } from '../parts/empty-box.ts'
import { describedBy } from '../parts/field.ts'
import { formTokenField } from '../parts/form-token.ts'
import { noticeArea, noticeWithUndo } from '../parts/notice.ts'
import type { Person } from '../parts/person.ts'
import { tagName } from '../parts/tag-name.ts'
import { TAG_COLOURS } from '../../queue/tags/tag-colour.ts'
import { layout } from '../shell/layout.ts'
import { TAG_OPTIONS } from '../parts/tag-options-id.ts'
import type { Notice } from '../../text/notice.ts'

const messages = allMessages.tags
export const TAGS_PATH = '/tags'
const DELETE_FORM_ID = 'delete-tag'
const EDIT_ID = 'edit'

type TagsView = {
  person: Person
  /** In the order of the alphabet. */
  tags: TagCount[]
  /** The tag that is edited. */
  edited: string | undefined
  /** The tag after which this page begins; empty for the first one. */
  after: string
  /** The last tag of this page, if there are more. */
  next: string | undefined
  notice: Notice | undefined
}

/** All tags with their counts, and a form in the place of the one that is edited. */
export function tagsPage(view: TagsView): Fragment {
  const { person, tags, edited, after, next, notice } = view
  const isElsewhere = edited !== undefined && tags.every(({ tag }) => tag !== edited)
  return layout(
    {
      title: messages.title,
      person,
      current: 'queue',
    },
    html`${noticeArea(noticeWithUndo(notice, person, { returnTo: TAGS_PATH, otherUndo: colourUndo(view) }))}
      <h1>${messages.title}</h1>
      ${isElsewhere && html`<section class="panel">${editForms(view)}</section>`}
      ${
        tags.length === 0
          ? emptyBox({
              icon: 'tag',
              title: messages.none,
              hint: messages.noneHint,
              next: nextStep('/queue', allMessages.failures.toQueue),
            })
          : html`<ul class="managed tag-rows">
                ${tags.map((tag) => tagRow(tag, view))}
              </ul>
              <form id="${DELETE_FORM_ID}" method="post" action="/tags/delete">
                ${formTokenField(person.formToken)}
              </form>`
      }
      ${(after !== '' || next !== undefined) && pager(view)}`,
  )
}

function pager({ after, next }: TagsView): Fragment {
  return html`<nav class="pager" aria-label="${allMessages.queue.pages}">
    ${after !== '' && html`<a class="button quiet" href="${TAGS_PATH}">${messages.first}</a>`}
    ${next !== undefined && html`<a class="button quiet older" rel="next" href="${TAGS_PATH}?${new URLSearchParams({ after: next }).toString()}">${messages.more}</a>`}
  </nav>`
}

function tagRow({ tag, count }: TagCount, view: TagsView): Fragment {
  if (tag === view.edited) return html`<li class="edited" id="${EDIT_ID}">${editForms(view)}</li>`
  const list = queuePath({ filter: { state: 'all', tag }, limit: DEFAULT_PAGE })
  const { rename, remove } = messages
  const named = html`<span class="visually-hidden">${messages.named(tag)}</span>`
  return html`<li>
    <div class="managed-head">
      <a href="${list}">${tagName(tag, view.person.tagColours)}</a>
      <span class="hint">${messages.items(allMessages.formats.count(count), count)}</span>
    </div>
    <a class="button plain icon-pencil" href="${editPath(tag, view)}" title="${rename.title}"
      ><span class="visually-hidden">${rename.title}</span>${named}</a
    >
    <button
      class="button plain icon-trash"
      form="${DELETE_FORM_ID}"
      name="tag"
      value="${tag}"
      title="${remove}"
    >
      <span class="visually-hidden">${remove}</span>${named}
    </button>
  </li>`
}

/** The same page of tags, with the form in the place of one. */
function editPath(tag: string, { after }: TagsView): string {
  const query = new URLSearchParams({ ...(after !== '' && { after }), edit: tag })
  return `${TAGS_PATH}?${query.toString()}#${EDIT_ID}`
}

function editForms({ edited = '', person, notice }: TagsView): Fragment {
  const failed = notice?.kind === 'mistake' ? notice : undefined
  const hidden = html`${formTokenField(person.formToken)}<input type="hidden" name="tag" value="${edited}" />`
  return html`<form class="rename-tag" method="post" action="/tags/rename">
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
        <a class="button quiet" href="${TAGS_PATH}">${messages.cancel}</a>
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
