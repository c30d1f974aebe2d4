import { escapeText } from '../../text/escape-text.ts'

/** An element of a page as site extractors see it: with absolute addresses, and without hidden content. */
export type SiteElement = {
  localName: string
  className: string
  id: string
  textContent: string
  innerHTML: string
  children: SiteElement[]
  getAttribute(name: string): string | null
  remove(): void
}

type SitePage = {
  url: URL
  body: SiteElement
  /** The markup of the whole page, with its scripts. */
  html: string
  /** The description in the page's metadata. */
  description: string | null
}

/** The article of a page. What is null is taken from the page's metadata. */
export type SiteExtraction = {
  /** Not sanitised. */
  html: string
  title?: string | null
  author?: string | null
  /** As written on the page. */
  published?: string | null
}

/**
 * Reads the pages of a site that it matches. `extract` returns undefined for a page with another layout, which is then
 * read like any page.
 */
export type SiteExtractor = {
  matches(url: URL): boolean
  extract(page: SitePage): SiteExtraction | undefined
}

/** Whether a host is one of these or a subdomain of one. */
export function isHost({ hostname }: URL, ...hosts: string[]): boolean {
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
}

/** The descendants of an element that match, in document order. */
export function findAll(root: SiteElement, fits: (element: SiteElement) => boolean): SiteElement[] {
  const found: SiteElement[] = []
  for (const child of root.children) {
    if (fits(child)) found.push(child)
    found.push(...findAll(child, fits))
  }
  return found
}

export function findFirst(
  root: SiteElement,
  fits: (element: SiteElement) => boolean,
): SiteElement | undefined {
  for (const child of root.children) {
    const found = fits(child) ? child : findFirst(child, fits)
    if (found) return found
  }
  return undefined
}

/** Returns a test for elements with one of these classes. */
export function hasClass(...names: string[]): (element: SiteElement) => boolean {
  return ({ className }) => className !== '' && className.split(/\s+/).some((name) => names.includes(name))
}

export function isNamed(...names: string[]): (element: SiteElement) => boolean {
  return ({ localName }) => names.includes(localName)
}

/** The text of an element on one line; null if there is none. */
export function lineOf(element: SiteElement | undefined): string | null {
  return element?.textContent.replace(/\s+/g, ' ').trim() || null
}

/** The markup of plain text in paragraphs, with links for its addresses. */
export function toParagraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .filter((block) => block.trim() !== '')
    .map((block) => `<p>${block.trim().split('\n').map(linkAddresses).join('<br>')}</p>`)
    .join('')
}

function linkAddresses(line: string): string {
  return line
    .split(/(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)])/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeText(part)}">${escapeText(part)}</a>` : escapeText(part),
    )
    .join('')
}
