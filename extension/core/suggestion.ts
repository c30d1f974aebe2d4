import { type Embedded, linkOf } from './siren.ts'

/** What the address bar shows of an item, and the address that it opens. */
export type Suggestion = { content: string; description: string }

/** Suggestions for items that a browser can open; `isMarkup` where their descriptions are XML, as in Chromium. */
export function suggestionsFor(items: Embedded[], isMarkup: boolean): Suggestion[] {
  return items.flatMap((item) => {
    const content = linkOf(item, 'self') ?? ''
    if (!/^https?:/i.test(content)) return []
    const { url } = item.properties
    const title = plain(item.title ?? String(url))
    const site = plain(URL.parse(String(url))?.hostname.replace(/^www\./, '') ?? '')
    const description = isMarkup ? `${escapeXml(title)} <dim>${escapeXml(site)}</dim>` : `${title} – ${site}`
    return [{ content, description }]
  })
}

/** A text as the description of a suggestion. */
export function describe(text: string, isMarkup: boolean): string {
  return isMarkup ? escapeXml(plain(text)) : plain(text)
}

/** Without characters that XML can't have. */
function plain(text: string): string {
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
