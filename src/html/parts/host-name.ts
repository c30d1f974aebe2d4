import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'

const MAX_LENGTH = 32
const SHOWN_AT_START = 6
const SHOWN_AT_END = 20

/** A host on one line: of a long one the middle is left out, since its end says whose it is; all of it is its tooltip. */
export function hostName(host: string): Fragment {
  if (host.length <= MAX_LENGTH) return html`<bdi>${host}</bdi>`
  const [start, end] = [host.slice(0, SHOWN_AT_START), host.slice(-SHOWN_AT_END)]
  return html`<bdi title="${host}">${start}…${end}</bdi>`
}
