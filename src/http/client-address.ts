import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { BlockList, isIPv4, isIPv6 } from 'node:net'

const nearby = new BlockList()
nearby.addSubnet('127.0.0.0', 8)
nearby.addSubnet('10.0.0.0', 8)
nearby.addSubnet('172.16.0.0', 12)
nearby.addSubnet('192.168.0.0', 16)
nearby.addSubnet('169.254.0.0', 16)
nearby.addAddress('::1', 'ipv6')
nearby.addSubnet('fc00::', 7, 'ipv6')
nearby.addSubnet('fe80::', 10, 'ipv6')

/** The caller's address: the socket's, or behind trusted proxies the one that they forward. */
export function clientAddress(c: Context, trustProxy: boolean): string {
  return (trustProxy ? forwardedAddress(c) : undefined) ?? socketAddress(c)
}

function socketAddress(c: Context): string {
  return plain(getConnInfo(c).remote.address ?? '')
}

/**
 * The right-most forwarded address that is not another nearby proxy, else the right-most. A proxy appends whom it was
 * asked by, so what lies further left is what a caller says of itself; nothing is read past an entry that is none.
 */
function forwardedAddress(c: Context): string | undefined {
  let last: string | undefined
  for (const entry of (c.req.header('x-forwarded-for') ?? '').split(',').reverse()) {
    const address = plain(entry)
    if (!isAddress(address)) break
    last ??= address
    if (!isNearby(address)) return address
  }
  return last
}

/** What only proxies send. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip']

/** Whether a nearby proxy forwards the request, which TRUST_PROXY does not announce. */
export function isFromUnannouncedProxy(c: Context, trustProxy: boolean): boolean {
  if (trustProxy || PROXY_HEADERS.every((name) => c.req.header(name) === undefined)) return false
  const address = socketAddress(c)
  return isAddress(address) && isNearby(address)
}

/** Without a port, which some proxies append, and without the prefix of an IPv4 address in IPv6. */
function plain(address: string): string {
  const text = address.trim()
  const [, bare = text] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? /^([\d.]+):\d+$/.exec(text) ?? []
  return bare.replace(/^::ffff:(?=\d+\.)/i, '')
}

function isAddress(text: string): boolean {
  return isIPv4(text) || isIPv6(text)
}

function isNearby(address: string): boolean {
  return nearby.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

/** Who comes through a proxy that does not say from where counts as one. */
const UNKNOWN = 'unknown'

/**
 * What limits by address count: an IPv4 address or an IPv6 /64. Undefined for who asks from loopback or a private
 * address themselves, such as the owner on their own machine. Who comes through a proxy that nobody announced is
 * counted as it says: an address that a caller makes up for itself is counted too.
 */
export function limitedAddress(c: Context, trustProxy: boolean): string | undefined {
  const isUnannounced = isFromUnannouncedProxy(c, trustProxy)
  const address = isUnannounced ? (forwardedAddress(c) ?? '') : clientAddress(c, trustProxy)
  const isKnown = isAddress(address) && !isNearby(address)
  if (!isKnown) return isUnannounced ? UNKNOWN : undefined
  return isIPv4(address) ? address : networkOf(address)
}

/** The first four groups of an IPv6 address. */
function networkOf(address: string): string {
  const [head = '', tail = ''] = address.split('%')[0]!.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  const zeros = address.includes('::')
    ? Array.from({ length: 8 - before.length - after.length }, () => '0')
    : []
  const groups = [...before, ...zeros, ...after].slice(0, 4)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '').toLowerCase()).join(':')}::/64`
}
