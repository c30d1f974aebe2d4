import { html } from 'hono/html'
import type { Action } from '../../queue/actions/action.ts'
import type { Field } from '../../queue/input/field.ts'
import { actionField } from './action-field.ts'
import { actionTitle, fieldTitle } from './action-title.ts'
import type { Fragment } from '../fragment.ts'
import { attributes } from '../parts/attributes.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import type { Notice } from '../parts/notice.ts'

/** Where and how a page puts an action's form; its fields and their rules are the action's own. */
export type FormUse = {
  formToken: string
  /** The path that the page comes back to. */
  returnTo: string
  /** What the form was last sent with, if this form was wrong. */
  notice?: Notice | undefined
  /** The item that an item action is for. */
  itemId?: string | undefined
  /** Fields whose value the page has settled; sent, not shown. */
  fixed?: Record<string, string> | undefined
  /** What each field holds at first. */
  values?: Record<string, string> | undefined
  /** What an empty field says of itself, beside its label. */
  placeholders?: Record<string, string> | undefined
  /** Fields that are not required lie behind this text until it is opened. */
  folded?: string | undefined
  look?: 'main' | 'quiet' | 'plain' | 'chip' | 'tool' | undefined
  /** The button's text, where it is not the action's title. */
  label?: Fragment | string | undefined
}

/** The form that runs an action when it is posted as it stands. */
export function actionForm(action: Action, use: FormUse): Fragment {
  const wrong = wrongTry(action, use)
  const values = wrong?.kept ?? use.values ?? {}
  const idPrefix = use.itemId === undefined ? action.name : `${action.name}-${use.itemId}`
  const fixed = Object.entries(use.fixed ?? {})
  const shown = Object.entries(action.fields).filter(([name]) => use.fixed?.[name] === undefined)
  const isFolded = (field: Field) => use.folded !== undefined && !field.required
  const render = ([name, field]: [string, Field]) =>
    actionField(field, {
      id: `${idPrefix}-${name}`,
      name,
      label: fieldTitle(action, name),
      value: values[name] ?? '',
      placeholder: use.placeholders?.[name],
      isWrong: wrong?.field === name,
    })

  const open = shown.filter(([, field]) => !isFolded(field))
  const folded = shown.filter(([, field]) => isFolded(field))
  const isOpen = folded.some(([name]) => values[name]) || undefined
  return html`<form class="action ${action.name}" method="post" action="${addressOf(action, use.itemId)}">
    ${formTokenField(use.formToken)} ${returnField(use.returnTo)}
    ${fixed.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    ${open.map(render)}
    ${
      folded.length > 0 &&
      html`<details${attributes({ open: isOpen })}>
        <summary>${use.folded}</summary>
        <div class="fields">${folded.map(render)}</div>
      </details>`
    }
    <button class="button ${use.look ?? 'main'}">${use.label ?? actionTitle(action)}</button>
  </form>`
}

/** The notice, where it is about what this very form was sent with. */
export function wrongTry(
  action: Action,
  { notice, itemId }: Pick<FormUse, 'notice' | 'itemId'>,
): Notice | undefined {
  const isThis =
    notice?.kind === 'mistake' && notice.kept?.form === action.name && notice.kept.item === itemId
  return isThis ? notice : undefined
}

function addressOf(action: Action, itemId: string | undefined): string {
  return itemId === undefined ? `/queue/${action.name}` : `/queue/items/${itemId}/${action.name}`
}
