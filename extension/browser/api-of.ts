import { type Api, createApi } from '../core/api.ts'
import { tokensOf } from './tokens.ts'

/** The API of a service, with the tokens that were given for it. `onAct` gets the address of each act. */
export function apiOf(origin: string, onAct?: (href: string) => void): Api {
  return createApi(origin, tokensOf(origin), { fetch, onAct })
}
