import { MINUTE } from '../ports/clock.ts'
import type { Services } from '../services.ts'

/** A flash message, shown once after a redirect, with values for refilling the form. */
export type Flash = {
  kind: 'done' | 'mistake'
  text: string
  /** The field that was wrong. */
  field?: string
  /** Fields to fill in again; never a password. */
  values?: Record<string, string>
}

const FLASH_LIFETIME = 10 * MINUTE

type Sealed = { flash: Flash; formToken: string }

/** Adds the encrypted flash to the query of `path`; only the browser of `formToken` can show it. */
export function withFlash({ seal, clock }: Services, formToken: string, path: string, flash: Flash): string {
  const value: Sealed = { flash, formToken }
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
): Flash | undefined {
  const sealed = query['flash']
  const value = sealed ? (seal.decrypt('flash', sealed) as Sealed | undefined) : undefined
  return value?.formToken === formToken ? value.flash : undefined
}
