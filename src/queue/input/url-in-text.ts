import { MAX_URL_LENGTH } from '../model/url.ts'

const URLS = /https?:\/\/[^\s<>"]+/gi
/** A host with a domain, perhaps a port and a path. */
const BARE_URL = /^(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,24}(?::\d{1,5})?(?:[/?#]\S*)?$/u

/** The http and https URLs in a text, in their order, less the punctuation of its sentences. */
export function urlsIn(text: string): string[] {
  return [...text.matchAll(URLS)].map(([url]) => withoutPunctuation(url))
}

/** A URL without its scheme, such as `example.org/x`, as https; anything else as it is. */
export function withScheme(text: string): string {
  const trimmed = text.trim()
  return trimmed.length <= MAX_URL_LENGTH && BARE_URL.test(trimmed) ? `https://${trimmed}` : trimmed
}

/** Strips punctuation that ends the sentence, and brackets that were opened before the link. */
function withoutPunctuation(url: string): string {
  let surplus = url.split(')').length - url.split('(').length
  let end = url.length
  for (; end > 0; end--) {
    const last = url[end - 1]!
    if (last === ')' ? surplus-- <= 0 : !".,;:!?'”’»]".includes(last)) break
  }
  return url.slice(0, end)
}
