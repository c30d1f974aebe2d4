import { LINK_FIELDS, type RawInput } from './field.ts'
import { removeInvisible } from '../../text/invisible-characters.ts'
import type { Item } from '../model/item.ts'

/** What another app or a bookmarklet shares, in the fields of the save form. */
export type SharedPage = { url: string; title: string; tags: string; note: string }

/** An address within a text. */
const ADDRESS = /https?:\/\/[^\s<>"]+/i

/**
 * Reads what was shared. Phones put the address into any of the three texts, so the first one in `url`,
 * `text` or `title` counts; where there is none, `url` stays as it came. Further words become the note.
 */
export function readSharedPage(raw: RawInput): SharedPage {
  const given = textOf(raw['url']).trim()
  const [title, text] = [textOf(raw['title']), textOf(raw['text'])]
  const url = addressOf(given) ?? addressIn(text) ?? addressIn(title) ?? given
  const note = textOf(raw['note']) || textWithoutUrl(url, text)
  return {
    url,
    title: truncate(textWithoutUrl(url, title).replace(/\s+/g, ' '), LINK_FIELDS.title.maxLength),
    tags: textOf(raw['tags']),
    note: note === title ? '' : truncate(note, LINK_FIELDS.note.maxLength),
  }
}

/** The same for a link that is already saved, without overwriting what the person wrote about it. */
export function mergeWithSaved(item: Item, shared: SharedPage): SharedPage {
  const notes = [item.note ?? '', shared.note].filter((note) => note !== '')
  return {
    ...shared,
    title: item.givenTitle ?? shared.title,
    note: truncate([...new Set(notes)].join('\n\n'), LINK_FIELDS.note.maxLength),
  }
}

/** `text`, truncated with an ellipsis if it is too long, without splitting a character. */
function truncate(text: string, length: number): string {
  if (text.length <= length) return text
  return `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** Text without the characters that no field keeps. */
function textOf(value: unknown): string {
  if (typeof value !== 'string') return ''
  return removeInvisible(value)
    .replace(/\r\n?/g, '\n')
    .replace(/[\v\f]/g, ' ')
    .trim()
}

/** What an app passes as an address, even with spaces in it. */
function addressOf(given: string): string | undefined {
  return /^https?:\/\//i.test(given) ? given : addressIn(given)
}

function addressIn(text: string): string | undefined {
  const found = ADDRESS.exec(text)?.[0]
  return found === undefined ? undefined : withoutPunctuation(found)
}

/** Strips punctuation that ends the sentence, and a closing bracket that was opened before the link. */
function withoutPunctuation(address: string): string {
  const outside = address.includes('(') ? ".,;:!?'”’»]" : ".,;:!?'”’»])"
  let end = address.length
  while (outside.includes(address[end - 1]!)) end--
  return address.slice(0, end)
}

/** The text without the address and the punctuation after it. */
function textWithoutUrl(address: string, text: string): string {
  const at = address === '' ? -1 : text.indexOf(address)
  if (at < 0) return text
  return (text.slice(0, at) + text.slice(at + address.length).replace(/^[.,;:!?]/, '')).trim()
}
