import type { Action, ItemAction } from '../../queue/actions/action.ts'
import { changeItems, itemActions } from '../../queue/actions/catalogue.ts'
import { allMessages } from '../messages/messages.ts'

const { titles, fields } = allMessages.actions
const { buttons } = allMessages.queue.bulk

/** The title of an action on pages: in their language, else the catalogue's. */
export function actionTitle({ name, title }: Pick<Action, 'name' | 'title'>): string {
  return titles[name] ?? title
}

/** What a button for an action says that stands among others, or beside a field. */
export function buttonTitle(action: ItemAction): string {
  return buttons[action.name] ?? actionTitle(action)
}

/** The title of a field of an action on pages; what is done to several items has those of the actions on one. */
export function fieldTitle(action: Action, name: string): string {
  const owner = action === changeItems ? itemActions.find(({ fields }) => name in fields) : undefined
  const { name: actionName, fields: own } = owner ?? action
  return fields[actionName]?.[name] ?? own[name]!.title
}
