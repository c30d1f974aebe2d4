import { html } from '../html.ts'
import type { ItemAction } from '../../queue/actions/action.ts'
import { askAgent } from '../../queue/actions/ask-agent.ts'
import { editHighlight } from '../../queue/actions/edit-highlight.ts'
import { editItem } from '../../queue/actions/edit-item.ts'
import { highlightItem } from '../../queue/actions/highlight-item.ts'
import { removeHighlight } from '../../queue/actions/remove-highlight.ts'
import { setProgress } from '../../queue/actions/set-progress.ts'
import { actionForm, failedSubmission } from '../actions/action-form.ts'
import { actionTitle } from '../actions/action-title.ts'
import type { Fragment } from '../fragment.ts'
import { actionsWithFields, buttonForms } from '../actions/item-actions.ts'
import { attributes } from '../parts/attributes.ts'
import { allMessages } from '../messages/messages.ts'
import { itemDetails } from './item-details.ts'
import { PANEL_ACTIONS } from './panels.ts'
import { provenanceNotes } from './provenance.ts'
import { formOptions, type ReadingView } from './reading-view.ts'
import { requestActions, requestForms } from './request-section.ts'
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

/** The remaining actions and details of an item. */
export function moreActions(view: ReadingView): Fragment {
  return html`<div class="more-actions">${requestSection(view)} ${otherSection(view)}</div>`
}

function requestSection(view: ReadingView): Fragment | undefined {
  if (!askAgent.offered(view.item)) return undefined
  return html`<section id="ask" aria-labelledby="ask-title">
    <h2 id="ask-title">${allMessages.requests.title}</h2>
    ${requestForms(view.item, formOptions(view))}
  </section>`
}

function otherSection(view: ReadingView): Fragment {
  const { item, now } = view
  const isRemaining = (action: ItemAction) => !SHOWN_ELSEWHERE.includes(action)
  return html`<section id="more" aria-labelledby="more-title">
    <h2 id="more-title">${messages.moreTitle}</h2>
    <div class="row">
      <a class="button quiet" href="${item.url}" rel="noopener noreferrer">${messages.original}</a>
      ${editItem.offered(item) && panelOpener('note', messages.edit)}
      ${view.article && panelOpener('appearance', messages.text, 'if-narrow')}
      ${buttonForms(item, { ...formOptions(view), style: 'quiet' }, isRemaining)}
      ${view.article && keepButton(item.id)}
    </div>
    ${wrongCopy(view)} ${setProgress.offered(item) && collapsedForm(messages.setProgress, setProgress, view)}
    ${actionsWithFields(item)
      .filter(isRemaining)
      .map((action) => collapsedForm(actionTitle(action), action, view))}
    <details>
      <summary>${messages.aboutItem}</summary>
      ${itemDetails(item, now)}
      <p class="byline">${provenanceNotes(item)}</p>
    </details>
    <p><a href="/history?item=${item.id}">${allMessages.history.link}</a></p>
  </section>`
}

/** Shown by a script where the device keeps articles. */
const keepButton = (itemId: ItemId): Fragment =>
  html`<span
    class="keep-item"
    data-item="${itemId}"
    data-words="${JSON.stringify(allMessages.offline.keep)}"
    hidden
  >
    <button class="button quiet" type="button"></button> <span role="status"></span>
  </span>`

/** Narrow screens have no other button for these. */
const panelOpener = (panelId: string, label: string, className = ''): Fragment =>
  html`<button class="${`button quiet ${className}`.trim()}" type="button" popovertarget="${panelId}">
    ${label}
  </button>`

/** A collapsed form, open after a failed submission. */
function collapsedForm(title: string, action: ItemAction, view: ReadingView): Fragment {
  const use = { ...formOptions(view), values: action.defaults(view.item), label: messages.save }
  return html`<details ${attributes({ open: failedSubmission(action, use) && true })}>
    <summary>${title}</summary>
    ${actionForm(action, use)}
  </details>`
}
