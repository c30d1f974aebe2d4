import { MAX_URL_LENGTH } from '../model/url.ts'

const ADDRESS = /https?:\/\/[^\s<>"]+/gi
/** A host with a domain, perhaps a port and a path. */
const BARE_ADDRESS = /^(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,24}(?::\d{1,5})?(?:[/?#]\S*)?$/u

/** The http and https addresses in a text, in their order, less the punctuation of its sentences. */
export function addressesIn(text: string): string[] {
  return [...text.matchAll(ADDRESS)].map(([address]) => withoutPunctuation(address))
}

/** An address without its scheme, such as `example.org/x`, as https; anything else as it is. */
export function withScheme(text: string): string {
  const given = text.trim()
  return given.length <= MAX_URL_LENGTH && BARE_ADDRESS.test(given) ? `https://${given}` : given
}

/** Strips punctuation that ends the sentence, and brackets that were opened before the link. */
function withoutPunctuation(address: string): string {
  let surplus = address.split(')').length - address.split('(').length
  let end = address.length
  for (; end > 0; end--) {
    const last = address[end - 1]!
    if (last === ')' ? surplus-- <= 0 : !".,;:!?'”’»]".includes(last)) break
  }
  return address.slice(0, end)
}
