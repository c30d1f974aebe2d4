/** Bytes; of a larger page, only the address is saved. */
export const MAX_PAGE_BYTES = 5_000_000

/** The outcome of a capture: the page or the reason why there is none, with the page's address at that moment. */
export type CapturedPage = { address: string } & (
  { html: string } | { html: undefined; reason: 'not_capturable' | 'too_large' }
)

/**
 * Runs in the page and returns it as the person sees it, without scripts and hidden form values. `limit` is the most
 * bytes that it returns. The function is injected as source text, so it can't use anything outside itself.
 */
export function readPage(limit: number): CapturedPage {
  const address = location.href
  if (!/html/.test(document.contentType)) return { address, html: undefined, reason: 'not_capturable' }
  const tooLarge = { address, html: undefined, reason: 'too_large' as const }
  const scripts = 'script:not([type="application/ld+json"])'
  // Checked before the page is copied, since copying a very large page takes too long.
  const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT)
  let length = 0
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    if (!text.parentElement?.matches(`${scripts}, noscript`)) length += text.length
    if (length > limit) return tooLarge
  }
  // A document without a window loads no resources and runs no scripts.
  const copy = document.implementation.createHTMLDocument('').importNode(document.documentElement, true)
  // Where scripts are enabled, the content of noscript is parsed as text. As elements, it keeps lazily loaded images.
  for (const noscript of copy.querySelectorAll('noscript')) {
    const { head, body } = new DOMParser().parseFromString(noscript.textContent, 'text/html')
    noscript.replaceChildren(...head.childNodes, ...body.childNodes)
  }
  // JSON-LD stays, since it has the author and the date.
  const excluded = `${scripts}, template, input[type="hidden"], input[type="password"]`
  for (const element of copy.querySelectorAll(excluded)) element.remove()
  const html = `<!doctype html>${copy.outerHTML}`
  const fits = html.length <= limit && new TextEncoder().encode(html).length <= limit
  return fits ? { address, html } : tooLarge
}
