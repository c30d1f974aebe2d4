import { html } from '../html.ts'
import type { ItemAction } from '../../queue/actions/action.ts'
import { editHighlight } from '../../queue/actions/edit-highlight.ts'
import { editItem } from '../../queue/actions/edit-item.ts'
import { highlightItem } from '../../queue/actions/highlight-item.ts'
import { removeHighlight } from '../../queue/actions/remove-highlight.ts'
import { removeItem } from '../../queue/actions/remove-item.ts'
import { setProgress } from '../../queue/actions/set-progress.ts'
import { actionForm, actionPath, failedSubmission } from '../actions/action-form.ts'
import { actionTitle } from '../actions/action-title.ts'
import { asksForInput, offeredActions } from '../actions/item-actions.ts'
import { menuButton } from '../actions/menu-button.ts'
import type { Fragment } from '../fragment.ts'
import { attributes } from '../parts/attributes.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { allMessages } from '../messages/messages.ts'
import { itemDetails } from './item-details.ts'
import { panel } from './panel.ts'
import { PANEL_ACTIONS } from './panels.ts'
import { provenanceNotes } from './provenance.ts'
import { formOptions, type ReadingView } from './reading-view.ts'
import { requestActions } from './request-section.ts'
import { toolActions } from './toolbar.ts'
import { wrongCopy } from './wrong-copy.ts'
import type { ItemId } from '../../ids.ts'

const messages = allMessages.reader

/** Actions with a place of their own. */
const HIGHLIGHT_ACTIONS: ItemAction[] = [highlightItem, editHighlight, removeHighlight]
const SHOWN_ELSEWHERE: ItemAction[] = [
  ...toolActions,
  ...PANEL_ACTIONS,
  ...requestActions,
  ...HIGHLIGHT_ACTIONS,
  setProgress,
]
const FORM = 'more-action'

/** The menu of what has no button in the toolbar, and the details of the item. */
export function morePanel(view: ReadingView): Fragment {
  const { item, now } = view
  const remaining = offeredActions(item).filter((action) => !SHOWN_ELSEWHERE.includes(action))
  const withFields = remaining.filter(asksForInput)
  const plain = remaining.filter((action) => !asksForInput(action) && action !== removeItem)
  const canSetProgress = setProgress.isOffered(item)
  const isWrong = [...withFields, setProgress].some((action) => isFailed(action, view))
  return panel({
    id: 'more',
    title: messages.moreTitle,
    isWrong,
    content: html`<form class="menu-links" id="${FORM}" method="post">
        ${formTokenField(view.person.formToken)} ${returnField(view.path)}
        <a class="icon-leave if-narrow" href="${item.url}" rel="noopener noreferrer">${messages.original}</a>
        ${editItem.isOffered(item) && html`<button class="icon-note if-narrow" type="button" popovertarget="note">${messages.edit}</button>`}
        ${plain.map((action) => button(action, item.id))}
        ${view.article && highlightItem.isOffered(item) && html`<a class="icon-highlighter" href="#highlight-quote">${allMessages.highlights.add.title}</a>`}
      </form>
      ${view.article && keepButton(item.id)} ${wrongCopy(view)}
      ${canSetProgress && collapsedForm(messages.setProgress, setProgress, view)}
      ${withFields.map((action) => collapsedForm(actionTitle(action), action, view))}
      <details class="menu-part menu-links">
        <summary class="icon-rows">${messages.aboutItem}</summary>
        ${itemDetails(item, now)}
        <p class="byline">${provenanceNotes(item)}</p>
      </details>
      <div class="menu-links">
        <a class="icon-activity" href="/history?item=${item.id}">${allMessages.history.link}</a>
      </div>
      ${removeItem.isOffered(item) && html`<div class="menu-section menu-links danger">${button(removeItem, item.id)}</div>`}`,
  })
}

function button(action: ItemAction, itemId: ItemId): Fragment {
  return menuButton(action, { form: FORM, path: actionPath(action, itemId) })
}

/** Shown by a script where the device keeps articles. */
const keepButton = (itemId: ItemId): Fragment =>
  html`<div
    class="keep-item menu-links"
    data-item="${itemId}"
    data-words="${JSON.stringify(allMessages.offline.keep)}"
    hidden
  >
    <button class="icon-bookmark" type="button"></button> <span role="status"></span>
  </div>`

function isFailed(action: ItemAction, view: ReadingView): boolean {
  return failedSubmission(action, formOptions(view)) !== undefined
}

/** A collapsed form, open after a failed submission. */
function collapsedForm(title: string, action: ItemAction, view: ReadingView): Fragment {
  const use = { ...formOptions(view), values: action.defaults(view.item), label: messages.save }
  return html`<details
    class="menu-part menu-links"
    ${attributes({ open: isFailed(action, view) || undefined })}
  >
    <summary class="icon-pencil">${title}</summary>
    ${actionForm(action, use)}
  </details>`
}
