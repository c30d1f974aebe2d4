import type { IncomingMessage } from 'node:http'
import type { UnverifiedCaller } from '../concurrency/fair-scheduler.ts'
import { forwardedAddress } from '../http/client-address.ts'

/** Whoever a request says it is from. Behind trusted proxies, the network is that of the address they forward. */
export function unverifiedCaller({ socket, headers }: IncomingMessage, trustProxy: number): UnverifiedCaller {
  const forwardedFor = headers['x-forwarded-for']?.toString()
  const address = forwardedAddress(forwardedFor, trustProxy) ?? socket.remoteAddress ?? ''
  return { network: address, credentials: headers.authorization ?? headers.cookie ?? '' }
}
