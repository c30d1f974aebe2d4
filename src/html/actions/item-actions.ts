import { itemActions } from '../../queue/actions/catalogue.ts'
import type { ItemAction } from '../../queue/actions/action.ts'
import type { Item } from '../../queue/model/item.ts'
import { actionForm, type ActionFormOptions } from './action-form.ts'
import type { Fragment } from '../fragment.ts'

/** Forms for the offered actions that need no input. */
export function buttonForms(
  item: Item,
  options: Pick<ActionFormOptions, 'formToken' | 'returnTo' | 'style'>,
  isWanted: (action: ItemAction) => boolean = () => true,
): Fragment[] {
  return offeredActions(item)
    .filter((action) => !hasFields(action) && isWanted(action))
    .map((action) => actionForm(action, { style: 'plain', ...options, itemId: item.id }))
}

/** The offered actions that need input. */
export function actionsWithFields(item: Item): ItemAction[] {
  return offeredActions(item).filter(hasFields)
}

function offeredActions(item: Item): ItemAction[] {
  return itemActions.filter((action) => action.offered(item))
}

function hasFields(action: ItemAction): boolean {
  return Object.keys(action.fields).length > 0
}
