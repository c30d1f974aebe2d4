import { itemActions } from '../../queue/actions/catalogue.ts'
import type { ItemAction } from '../../queue/actions/action.ts'
import type { Item } from '../../queue/model/item.ts'
import type { Field } from '../../queue/input/field.ts'
import { actionForm, type ActionFormOptions } from './action-form.ts'
import type { Fragment } from '../fragment.ts'

/** Forms for the offered actions that ask people for no input. */
export function buttonForms(
  item: Item,
  options: Pick<ActionFormOptions, 'formToken' | 'returnTo' | 'style'>,
  isWanted: (action: ItemAction) => boolean = () => true,
): Fragment[] {
  return offeredActions(item)
    .filter((action) => !asksForInput(action) && isWanted(action))
    .map((action) => actionForm(action, { style: 'plain', ...options, itemId: item.id }))
}

/** The offered actions that need input. */
export function actionsWithFields(item: Item): ItemAction[] {
  return offeredActions(item).filter(asksForInput)
}

function offeredActions(item: Item): ItemAction[] {
  return itemActions.filter((action) => action.offered(item))
}

/** Whether its form on pages has a field to fill in. */
export function asksForInput(action: ItemAction): boolean {
  return Object.values(action.fields).some(({ isForPrograms }: Field) => isForPrograms !== true)
}
