import type english from '../_locales/en/messages.json'

export type MessageName = keyof typeof english

/** A message in the browser's language, or else in English. `values` replace $1 to $9. */
export function message(name: MessageName, ...values: string[]): string {
  return chrome.i18n.getMessage(name, values)
}
