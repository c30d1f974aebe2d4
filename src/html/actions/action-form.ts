import { html } from '../html.ts'
import type { Action } from '../../queue/actions/action.ts'
import type { Field } from '../../queue/input/field.ts'
import { actionField } from './action-field.ts'
import { actionTitle, fieldTitle } from './action-title.ts'
import type { Fragment } from '../fragment.ts'
import { attributes } from '../parts/attributes.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import type { Notice } from '../../text/notice.ts'
import type { ItemId } from '../../ids.ts'

/** How a page shows an action's form. */
export type ActionFormOptions = {
  formToken: string
  /** The path to redirect to afterwards. */
  returnTo: string
  /** May hold the values of a failed submission of this form. */
  notice?: Notice | undefined
  /** Prefix of the fields' ids, for a page that shows the form twice; by default the action's name and the item's id. */
  idPrefix?: string | undefined
  /** The item, for an item action. */
  itemId?: ItemId | undefined
  /** Values for fields that are sent but not shown. */
  hiddenFields?: Record<string, string> | undefined
  /** Initial values. */
  values?: Record<string, string> | undefined
  /** Instead of the titles of fields. */
  labels?: Record<string, string> | undefined
  placeholders?: Record<string, string> | undefined
  /** The field that has the focus when the form is opened. */
  focus?: string | undefined
  /** If given, optional fields are collapsed under this label, except `expandedFields`. */
  optionalFieldsLabel?: string | undefined
  expandedFields?: string[] | undefined
  style?: 'main' | 'quiet' | 'plain' | 'chip' | 'tool' | undefined
  /** The key that presses the button. */
  key?: string | undefined
  /** The button's text; by default the action's title. */
  label?: Fragment | string | undefined
}

/** The form that runs an action. */
export function actionForm(action: Action, options: ActionFormOptions): Fragment {
  const failed = failedSubmission(action, options)
  const values = failed?.values ?? options.values ?? {}
  const idPrefix = options.idPrefix ?? [action.name, options.itemId].filter(Boolean).join('-')
  const hidden = Object.entries(options.hiddenFields ?? {})
  const visibleFields = Object.entries(action.fields).filter(
    ([name, field]) => options.hiddenFields?.[name] === undefined && field.isApiOnly !== true,
  )
  const isCollapsed = ([name, field]: [string, Field]) =>
    options.optionalFieldsLabel !== undefined && !field.required && !options.expandedFields?.includes(name)
  const render = ([name, field]: [string, Field]) =>
    actionField(field, {
      id: `${idPrefix}-${name}`,
      name,
      label: options.labels?.[name] ?? fieldTitle(action, name),
      value: values[name] ?? '',
      placeholder: options.placeholders?.[name],
      isWrong: failed?.field === name,
      hasFocus: options.focus === name,
    })

  const expanded = visibleFields.filter((field) => !isCollapsed(field))
  const collapsed = visibleFields.filter(isCollapsed)
  const isOpen = collapsed.some(([name]) => values[name]) || undefined
  return html`<form
    class="action ${action.name}"
    method="post"
    action="${actionPath(action, options.itemId)}"
  >
    ${formTokenField(options.formToken)} ${returnField(options.returnTo)}
    ${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    ${expanded.map(render)}
    ${
      collapsed.length > 0 &&
      html`<details${attributes({ open: isOpen })}>
        <summary>${options.optionalFieldsLabel}</summary>
        <div class="fields">${collapsed.map(render)}</div>
      </details>`
    }
    <button${attributes({ class: `button ${options.style ?? 'main'}`, 'aria-keyshortcuts': options.key })}>${options.label ?? actionTitle(action)}</button>
  </form>`
}

/** The notice, if it is about a failed submission of this form. */
export function failedSubmission(
  action: Action,
  { notice, itemId }: Pick<ActionFormOptions, 'notice' | 'itemId'>,
): Notice | undefined {
  const isForThisForm =
    notice?.kind === 'mistake' && notice.values?.form === action.name && notice.values.item === itemId
  return isForThisForm ? notice : undefined
}

export function actionPath({ name }: Pick<Action, 'name'>, itemId: ItemId | undefined): string {
  return itemId === undefined ? `/queue/${name}` : `/queue/items/${itemId}/${name}`
}
