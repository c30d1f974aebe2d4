import { itemActions } from '../../queue/actions/catalogue.ts'
import type { ItemAction } from '../../queue/actions/action.ts'
import type { Item } from '../../queue/model/item.ts'
import type { Field } from '../../queue/input/field.ts'

/** What an item offers now. */
export function offeredActions(item: Item): ItemAction[] {
  return itemActions.filter((action) => action.isOffered(item))
}

/** Whether its form on pages has a field to fill in. */
export function asksForInput(action: ItemAction): boolean {
  return Object.values(action.fields).some(({ isApiOnly }: Field) => isApiOnly !== true)
}
