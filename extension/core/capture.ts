/** Bytes; a larger page is saved by its address alone. */
export const MAX_PAGE_BYTES = 5_000_000

/** A captured page with its address at that moment. */
export type CapturedPage = { address: string } & (
  { html: string } | { html: undefined; because: 'none' | 'too_large' }
)

/**
 * Runs in the page and returns it as the person sees it, without scripts and hidden form values, up to a limit in
 * bytes. The function is injected as source text, so it can't use anything outside of itself.
 */
export function readPage(limit: number): CapturedPage {
  const address = location.href
  if (!/html/.test(document.contentType)) return { address, html: undefined, because: 'none' }
  const tooLarge = { address, html: undefined, because: 'too_large' as const }
  const scripts = 'script:not([type="application/ld+json"])'
  // Checked before copying, which takes too long for very large pages.
  const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT)
  let length = 0
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    if (!text.parentElement?.matches(`${scripts}, noscript`)) length += text.length
    if (length > limit) return tooLarge
  }
  // A document without a window loads and runs nothing.
  const copy = document.implementation.createHTMLDocument('').importNode(document.documentElement, true)
  // With scripts enabled, the content of noscript is text; as elements it keeps lazily loaded images.
  for (const instead of copy.querySelectorAll('noscript')) {
    const { head, body } = new DOMParser().parseFromString(instead.textContent, 'text/html')
    instead.replaceChildren(...head.childNodes, ...body.childNodes)
  }
  // JSON-LD stays, since it names author and date.
  const excluded = `${scripts}, template, input[type="hidden"], input[type="password"]`
  for (const element of copy.querySelectorAll(excluded)) element.remove()
  const html = `<!doctype html>${copy.outerHTML}`
  const fits = html.length <= limit && new TextEncoder().encode(html).length <= limit
  return fits ? { address, html } : tooLarge
}
