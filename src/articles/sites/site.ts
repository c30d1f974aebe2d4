/** An element of a page, as far as rules for sites read it: whole addresses, nothing that the page hides. */
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
  /** The description that the page gives of itself. */
  description: string | null
}

/** The article of a page of a site; what is null is taken from what the page says of itself. */
export type SiteExtraction = {
  /** Not safe to show. */
  html: string
  title?: string | null
  author?: string | null
  /** As the page writes it. */
  published?: string | null
}

/** How the pages of a site are read; undefined where a page is laid out in another way, which is read as any page. */
export type SiteRule = {
  isPage(url: URL): boolean
  read(page: SitePage): SiteExtraction | undefined
}

/** Whether a host is one of these or lies below it. */
export function isHost({ hostname }: URL, ...hosts: string[]): boolean {
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
}

/** All elements within one that fit, in the order of the page. */
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

/** Fits elements that have one of these classes. */
export function hasClass(...names: string[]): (element: SiteElement) => boolean {
  return ({ className }) => className !== '' && className.split(/\s+/).some((name) => names.includes(name))
}

export function isNamed(...names: string[]): (element: SiteElement) => boolean {
  return ({ localName }) => names.includes(localName)
}

/** The text of an element in one line; null for none. */
export function lineOf(element: SiteElement | undefined): string | null {
  return element?.textContent.replace(/\s+/g, ' ').trim() || null
}

/** Text for markup. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Paragraphs of plain text, with its addresses as links. */
export function paragraphsOf(text: string): string {
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
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('')
}
