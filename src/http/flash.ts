import { MINUTE } from '../ports/clock.ts'
import type { Services } from '../services.ts'

/** What a page says once after a redirect, and what its form keeps of the last try. */
export type Flash = {
  kind: 'done' | 'mistake'
  text: string
  /** The field that was wrong. */
  field?: string
  /** Fields to fill in again; never a password. */
  kept?: Record<string, string>
}

const FLASH_LIFETIME = 10 * MINUTE

/** `path` with the flash sealed into its query. */
export function withFlash({ seal, clock }: Services, path: string, flash: Flash): string {
  const sealed = seal.close('flash', flash, clock.now() + FLASH_LIFETIME)
  const [address = '', fragment] = path.split('#', 2)
  const flashed = `${address}${address.includes('?') ? '&' : '?'}flash=${sealed}`
  return fragment === undefined ? flashed : `${flashed}#${fragment}`
}

/** The flash of a query, if it holds one of ours that is not too old. */
export function readFlash({ seal }: Services, query: Record<string, string>): Flash | undefined {
  const sealed = query['flash']
  return sealed ? (seal.open('flash', sealed) as Flash | undefined) : undefined
}
