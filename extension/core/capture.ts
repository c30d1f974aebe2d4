/** Bytes; a larger page is saved by its address alone. */
export const MAX_PAGE_BYTES = 5_000_000

/**
 * Runs in the page and gives it as the person sees it, without its scripts and what forms carry unseen.
 * It is sent there as text, so it stands for itself. Undefined where there is no HTML page.
 */
export function readPage(): string | undefined {
  if (!/html/.test(document.contentType)) return undefined
  // In a document without a window nothing of the copy is loaded or run a second time.
  const copy = document.implementation.createHTMLDocument('').importNode(document.documentElement, true)
  // Descriptions for machines are kept: they name author and date.
  const unseen = 'script:not([type="application/ld+json"]), input[type="hidden"], input[type="password"]'
  for (const element of copy.querySelectorAll(unseen)) element.remove()
  return `<!doctype html>${copy.outerHTML}`
}

/** Whether a page is small enough to go along. */
export function fits(html: string, limit = MAX_PAGE_BYTES): boolean {
  return html.length <= limit && new TextEncoder().encode(html).length <= limit
}
