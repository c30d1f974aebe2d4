import { type Api, createApi } from '../core/api.ts'
import { tokensOf } from './tokens.ts'

/** The API of a service, with its stored tokens. `onChange` is called with the address of each change that was made. */
export function apiOf(origin: string, onChange?: (href: string) => void): Api {
  return createApi(origin, tokensOf(origin), { fetch, onChange })
}
