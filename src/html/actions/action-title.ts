import type { Action } from '../../queue/actions/action.ts'
import { allMessages } from '../messages/messages.ts'

const { titles, fields } = allMessages.actions

/** The title of an action on pages: in their language, else the catalogue's. */
export function actionTitle({ name, title }: Pick<Action, 'name' | 'title'>): string {
  return titles[name] ?? title
}

/** The title of a field of an action on pages. */
export function fieldTitle(action: Action, name: string): string {
  return fields[action.name]?.[name] ?? action.fields[name]!.title
}
