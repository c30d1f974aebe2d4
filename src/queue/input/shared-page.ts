import { LINK_FIELDS, type RawInput } from './field.ts'
import { removeInvisible } from '../../text/invisible-characters.ts'
import { shorten } from '../../text/shorten.ts'
import { addressesIn, withScheme } from './address-in-text.ts'
import type { Item } from '../model/item.ts'

/** What another app or a bookmarklet shares, in the fields of the save form. */
export type SharedPage = { url: string; title: string; tags: string; note: string }

/**
 * Reads what was shared. Phones put the address into any of the three texts, so the first one in `url`,
 * `text` or `title` counts; where there is none, `url` stays as it came. Further words become the note.
 */
export function readSharedPage(raw: RawInput): SharedPage {
  const given = textOf(raw['url']).trim()
  const [title, text] = [textOf(raw['title']), textOf(raw['text'])]
  const url = addressOf(given) ?? addressesIn(text)[0] ?? addressesIn(title)[0] ?? given
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

/** A text that fits into a field with its ellipsis. */
function truncate(text: string, length: number): string {
  return shorten(text, length)
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
  // Several lines were typed into the form, by somebody who was signed out meanwhile.
  if (/^https?:\/\//i.test(given) || given.includes('\n')) return given
  const full = withScheme(given)
  return addressesIn(given)[0] ?? (full === given ? undefined : full)
}

/** The text without the address and the punctuation after it. */
function textWithoutUrl(address: string, text: string): string {
  const at = address === '' ? -1 : text.indexOf(address)
  if (at < 0) return text
  return (text.slice(0, at) + text.slice(at + address.length).replace(/^[.,;:!?]/, '')).trim()
}
