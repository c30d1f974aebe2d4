import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'

/** Ranges of this computer and its networks. */
const LOCAL_RANGES = ['loopback', 'private', 'linkLocal', 'uniqueLocal']

/** The caller's address: the socket's, or behind so many trusted proxies the one that they forward. */
export function clientAddress(c: Context, trustProxy: number): string {
  return forwardedAddress(c.req.header('x-forwarded-for'), trustProxy) ?? socketAddress(c)
}

function socketAddress(c: Context): string {
  return canonicalIp(getConnInfo(c).remote.address ?? '')
}

/**
 * The nth entry of X-Forwarded-For from the right; the leftmost if there are fewer. Each proxy appends the address that
 * the request came from, so what is further left comes from the caller itself and is never read.
 */
export function forwardedAddress(forwardedFor: string | undefined, proxies: number): string | undefined {
  if (proxies === 0) return undefined
  const entries = (forwardedFor ?? '').split(',')
  const address = canonicalIp(entries[Math.max(0, entries.length - proxies)]!)
  return isIP(address) ? address : undefined
}

/** What only proxies send. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip']

/** Whether a proxy on a local network forwards the request although TRUST_PROXY is 0. */
export function isFromUntrustedProxy(c: Context, trustProxy: number): boolean {
  if (trustProxy > 0 || PROXY_HEADERS.every((name) => c.req.header(name) === undefined)) return false
  const address = socketAddress(c)
  return isIP(address) !== 0 && isLocal(address)
}

/** Without port and zone, which some proxies append; an address in its usual spelling, as IPv4 where it is one mapped. */
function canonicalIp(address: string): string {
  const text = address.trim()
  const [, bare = text] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? /^([\d.]+):\d+$/.exec(text) ?? []
  const unzoned = bare.split('%', 1)[0]!
  return isIP(unzoned) ? ipaddr.process(unzoned).toString() : bare
}

function isLocal(address: string): boolean {
  return LOCAL_RANGES.includes(ipaddr.parse(address).range())
}

/** All callers whose address an untrusted proxy does not report count as one. */
const UNKNOWN = 'unknown'

/**
 * The network that rate limits count: an IPv4 address or an IPv6 /64. Without trusted proxies, undefined for callers on
 * loopback or in a private network, such as the owner on their own machine; behind trusted proxies everybody is counted.
 * Behind an untrusted proxy the reported address is counted, even if the caller made it up.
 */
export function rateLimitNetwork(c: Context, trustProxy: number): string | undefined {
  const isUntrusted = isFromUntrustedProxy(c, trustProxy)
  const address = isUntrusted
    ? (forwardedAddress(c.req.header('x-forwarded-for'), 1) ?? '')
    : clientAddress(c, trustProxy)
  const isKnown = isIP(address) !== 0 && (trustProxy > 0 || !isLocal(address))
  if (!isKnown) return isUntrusted ? UNKNOWN : undefined
  return isIP(address) === 4 ? address : ipv6Network(address)
}

/**
 * The network that wrong passwords count: like `rateLimitNetwork`, but the address itself for the owner on their own
 * machine, and one for all callers behind an untrusted proxy, so that nobody gets past by making up addresses.
 */
export function passwordLimitNetwork(c: Context, trustProxy: number): string {
  if (isFromUntrustedProxy(c, trustProxy)) return UNKNOWN
  return rateLimitNetwork(c, trustProxy) ?? clientAddress(c, trustProxy)
}

/** The first four groups of an IPv6 address. */
function ipv6Network(address: string): string {
  return `${ipaddr.IPv6.parse(address).toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
}
