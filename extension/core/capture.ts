/** Bytes; a larger page is saved by its address alone. */
export const MAX_PAGE_BYTES = 5_000_000

/** What a page gave of itself, and its address when it did. */
export type Reading = { address: string } & (
  { html: string } | { html: undefined; because: 'none' | 'too_large' }
)

/**
 * Runs in the page and gives it as the person sees it, without its scripts and what forms carry unseen, up to
 * a limit in bytes: a page that is much larger would not survive being handed over. It is sent there as text,
 * so it stands for itself.
 */
export function readPage(limit: number): Reading {
  const address = location.href
  if (!/html/.test(document.contentType)) return { address, html: undefined, because: 'none' }
  const tooLarge = { address, html: undefined, because: 'too_large' as const }
  const scripts = 'script:not([type="application/ld+json"])'
  // Before it is copied: with a page that is far too large that lasts longer than anyone waits.
  const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT)
  let length = 0
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    if (!text.parentElement?.matches(`${scripts}, noscript`)) length += text.length
    if (length > limit) return tooLarge
  }
  // In a document without a window nothing of the copy is loaded or run a second time.
  const copy = document.implementation.createHTMLDocument('').importNode(document.documentElement, true)
  // Where scripts run, what stands for them is text and would be sent as such; it names images that come late.
  for (const instead of copy.querySelectorAll('noscript')) {
    const { head, body } = new DOMParser().parseFromString(instead.textContent, 'text/html')
    instead.replaceChildren(...head.childNodes, ...body.childNodes)
  }
  // Descriptions for machines are kept: they name author and date.
  const unseen = `${scripts}, template, input[type="hidden"], input[type="password"]`
  for (const element of copy.querySelectorAll(unseen)) element.remove()
  const html = `<!doctype html>${copy.outerHTML}`
  const fits = html.length <= limit && new TextEncoder().encode(html).length <= limit
  return fits ? { address, html } : tooLarge
}
