import { lookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { FetchError } from './fetch-error.ts'
import { isPrivateAddress, isPrivateName } from './private-address.ts'

/** Gives every address of a host name, or the error of looking it up. */
export type Resolve = (name: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void

/** Decides by address where requests may go. */
export type AddressGuard = {
  /** Throws RefusedAddress for a URL that must not be fetched, as far as its own text tells. */
  check(url: URL): void
  /** Resolves a name for a socket, so that the address that was checked is the one connected to. */
  lookup: LookupFunction
}

export type AddressPolicy = {
  /** Lifts the bar on private addresses and names: for intranets. */
  allowPrivate: boolean
  /** Which IP addresses may be connected to; the public ones by default. */
  isAllowed?: (address: string) => boolean
  resolve?: Resolve
}

/** An address that is not fetched, with the sentence that says why. */
export class RefusedAddress extends FetchError {}

const PRIVATE = 'Pages on a private network or on the server itself are not fetched.'

/** Ports of services that are no web servers but may act on the lines of a request. */
const FOREIGN_PORTS = new Set([
  21, 22, 23, 25, 53, 110, 111, 135, 139, 143, 389, 445, 465, 514, 587, 636, 993, 995, 1433, 1521, 2049, 3306,
  3389, 5432, 6379, 6667, 11211, 27017,
])

export function createAddressGuard(policy: AddressPolicy): AddressGuard {
  const { allowPrivate, resolve = resolveAll } = policy
  const isAllowed = policy.isAllowed ?? ((address: string) => allowPrivate || !isPrivateAddress(address))

  return {
    check(url) {
      if (url.protocol !== 'http:' && url.protocol !== 'https:') {
        throw new RefusedAddress('Only http and https addresses can be fetched.')
      }
      if (FOREIGN_PORTS.has(Number(url.port))) {
        throw new RefusedAddress(`Port ${url.port} belongs to a service that is not a web server.`)
      }
      const host = url.hostname.replace(/^\[|\]$/g, '')
      // A socket does not call lookup for a literal address.
      if (isIP(host) ? !isAllowed(host) : !allowPrivate && isPrivateName(host)) {
        throw new RefusedAddress(PRIVATE)
      }
    },

    lookup(name, options, callback) {
      resolve(name, (error, addresses) => {
        const [first] = addresses ?? []
        if (error || !first) return callback(error ?? notFound(name), '')
        // One private answer among public ones is how a name is made to lead inside: refuse them all.
        const areAllowed = addresses.every(({ address }) => isAllowed(address))
        if (!areAllowed) return callback(new RefusedAddress(PRIVATE), '')
        if (options.all) return callback(null, addresses)
        callback(null, first.address, first.family)
      })
    },
  }
}

const resolveAll: Resolve = (name, done) => lookup(name, { all: true }, done)

function notFound(name: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${name} has no address.`), { code: 'ENOTFOUND' })
}
