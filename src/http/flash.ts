import { MINUTE } from '../ports/clock.ts'
import type { Services } from '../services.ts'

/** What a page says once after a redirect, and what its form keeps of the last try. */
export type Flash = {
  kind: 'done' | 'mistake'
  text: string
  /** The field that was wrong. */
  field?: string
  /** Fields to fill in again; never a password. */
  values?: Record<string, string>
}

const FLASH_LIFETIME = 10 * MINUTE

/** What is sealed: the flash, and the form token of the browser it is for. */
type Sealed = { flash: Flash; formToken: string }

/** `path` with the flash sealed into its query, for the browser that `formToken` belongs to and no other. */
export function withFlash({ seal, clock }: Services, formToken: string, path: string, flash: Flash): string {
  const value: Sealed = { flash, formToken }
  const sealed = seal.encrypt('flash', value, clock.now() + FLASH_LIFETIME)
  const [address = '', fragment] = path.split('#', 2)
  const flashed = `${address}${address.includes('?') ? '&' : '?'}flash=${sealed}`
  return fragment === undefined ? flashed : `${flashed}#${fragment}`
}

/** The flash of a query, if it holds one of ours that is not too old and was made for this browser. */
export function readFlash(
  { seal }: Services,
  formToken: string,
  query: Record<string, string>,
): Flash | undefined {
  const sealed = query['flash']
  const value = sealed ? (seal.decrypt('flash', sealed) as Sealed | undefined) : undefined
  return value?.formToken === formToken ? value.flash : undefined
}
