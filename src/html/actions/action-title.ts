import type { Action } from '../../queue/actions/action.ts'
import { allWords } from '../words/words.ts'

const { titles, fields } = allWords.actions

/** What pages call an action: its name in their language, else the catalogue's, which all faces share. */
export function actionTitle({ name, title }: Pick<Action, 'name' | 'title'>): string {
  return titles[name] ?? title
}

/** What pages call a field of an action. */
export function fieldTitle(action: Action, name: string): string {
  return fields[action.name]?.[name] ?? action.fields[name]!.title
}
