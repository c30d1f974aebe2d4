import { lookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { FetchError } from './fetch-error.ts'
import { isPrivateAddress, isPrivateName } from './private-address.ts'

/** Looks up all addresses of a host name. */
export type Resolve = (name: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void

/** Decides which addresses requests may be sent to. */
export type AddressGuard = {
  /** Throws RefusedAddress for a URL that must not be fetched, as far as its text shows. */
  check(url: URL): void
  /** Resolves a name for a socket, so that the checked address is the one that is connected to. */
  lookup: LookupFunction
}

export type AddressPolicy = {
  /** Permits private addresses and names, for intranets. */
  allowPrivate: boolean
  /** Which IP addresses may be connected to; the public ones by default. */
  isAllowed?: (address: string) => boolean
  resolve?: Resolve
}

/** An address that must not be fetched; the message explains why. */
export class RefusedAddress extends FetchError {
  constructor(message: string) {
    super(message, { linkState: 'unknown' })
  }
}

const PRIVATE = 'Pages on a private network or on the server itself are not fetched.'

/** Ports of other protocols, whose servers might act on the lines of an HTTP request. */
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
        // A name that resolves to both public and private addresses may be a DNS rebinding attack: reject them all.
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
