import { MINUTE } from '../ports/clock.ts'
import type { Services } from '../services.ts'
import type { Notice } from '../text/notice.ts'

const FLASH_LIFETIME = 10 * MINUTE

type Sealed = { notice: Notice; formToken: string }

/** Adds a notice, encrypted, to the query of `path`; only the browser of `formToken` can show it. */
export function withFlash(
  { seal, clock }: Services,
  formToken: string,
  { path, notice }: { path: string; notice: Notice },
): string {
  const value: Sealed = { notice, formToken }
  const sealed = seal.encrypt('flash', value, clock.now() + FLASH_LIFETIME)
  const [address = '', fragment] = path.split('#', 2)
  const flashed = `${address}${address.includes('?') ? '&' : '?'}flash=${sealed}`
  return fragment === undefined ? flashed : `${flashed}#${fragment}`
}

/** The flash in a query, if it is valid, unexpired and for this browser. */
export function readFlash(
  { seal }: Services,
  formToken: string,
  query: Record<string, string>,
): Notice | undefined {
  const sealed = query['flash']
  const value = sealed ? (seal.decrypt('flash', sealed) as Sealed | undefined) : undefined
  return value?.formToken === formToken ? value.notice : undefined
}
