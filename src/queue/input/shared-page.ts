import { LINK_FIELDS, type RawInput } from './field.ts'
import { removeInvisible } from '../../text/invisible-characters.ts'
import { truncate } from '../../text/truncate.ts'
import { urlsIn, withScheme } from './url-in-text.ts'
import type { Item } from '../model/item.ts'

/** What another app or a bookmarklet shares, in the fields of the save form. */
export type SharedPage = { url: string; title: string; tags: string; note: string }

/**
 * Reads what was shared. Phones put the URL into any of the three texts, so the first one in `url`,
 * `text` or `title` counts; where there is none, `url` stays as it came. Further words become the note.
 */
export function readSharedPage(raw: RawInput): SharedPage {
  const rawUrl = cleanText(raw['url']).trim()
  const [title, text] = [cleanText(raw['title']), cleanText(raw['text'])]
  const url = urlIn(rawUrl) ?? urlsIn(text)[0] ?? urlsIn(title)[0] ?? rawUrl
  const note = cleanText(raw['note']) || textWithoutUrl(url, text)
  return {
    url,
    title: truncate(textWithoutUrl(url, title).replace(/\s+/g, ' '), LINK_FIELDS.title.maxLength),
    tags: cleanText(raw['tags']),
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

/** Text without the characters that no field keeps. */
function cleanText(value: unknown): string {
  if (typeof value !== 'string') return ''
  return removeInvisible(value)
    .replace(/\r\n?/g, '\n')
    .replace(/[\v\f]/g, ' ')
    .trim()
}

/** What an app passes as a URL, even with spaces in it. */
function urlIn(rawUrl: string): string | undefined {
  // Several lines typed into the form before signing in; leave them for validation.
  if (/^https?:\/\//i.test(rawUrl) || rawUrl.includes('\n')) return rawUrl
  const full = withScheme(rawUrl)
  return urlsIn(rawUrl)[0] ?? (full === rawUrl ? undefined : full)
}

/** The text without the URL and the punctuation after it. */
function textWithoutUrl(url: string, text: string): string {
  const at = url === '' ? -1 : text.indexOf(url)
  if (at < 0) return text
  return (text.slice(0, at) + text.slice(at + url.length).replace(/^[.,;:!?]/, '')).trim()
}
