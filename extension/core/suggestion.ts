import { type Embedded, linkOf } from './siren.ts'

/** A suggestion of the address bar: the address that it opens, and the text that it shows. */
export type Suggestion = { content: string; description: string }

/** Suggestions for the items that have a web address. `isMarkup` says that descriptions are XML, as in Chromium. */
export function suggestionsFor(items: Embedded[], isMarkup: boolean): Suggestion[] {
  return items.flatMap((item) => {
    const content = linkOf(item, 'self') ?? ''
    if (!/^https?:/i.test(content)) return []
    const { url } = item.properties
    const title = toPlainText(item.title ?? String(url))
    const site = toPlainText(URL.parse(String(url))?.hostname.replace(/^www\./, '') ?? '')
    const description = isMarkup ? `${escapeXml(title)} <dim>${escapeXml(site)}</dim>` : `${title} – ${site}`
    return [{ content, description }]
  })
}

/** A text in the format of a suggestion's description. */
export function formatDescription(text: string, isMarkup: boolean): string {
  return isMarkup ? escapeXml(toPlainText(text)) : toPlainText(text)
}

/** The text on one line, without the characters that XML forbids. */
function toPlainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]+/gu, ' ')
    .trim()
}

function escapeXml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&apos;',
  }
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
