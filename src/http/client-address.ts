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

/** The caller's address: the socket's, or behind so many trusted proxies the one that they forward. */
export function clientAddress(c: Context, trustProxy: number): string {
  return (trustProxy > 0 ? forwardedAddress(c, trustProxy) : undefined) ?? socketAddress(c)
}

function socketAddress(c: Context): string {
  return plain(getConnInfo(c).remote.address ?? '')
}

/**
 * What the outermost of so many proxies was asked by, which is as far from the right; of a shorter list the left-most.
 * Each proxy appends whom it was asked by, so what lies further left is what a caller says of itself and never read.
 */
function forwardedAddress(c: Context, proxies: number): string | undefined {
  const entries = (c.req.header('x-forwarded-for') ?? '').split(',')
  const address = plain(entries[Math.max(0, entries.length - proxies)]!)
  return isAddress(address) ? address : undefined
}

/** What only proxies send. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip']

/** Whether a nearby proxy forwards the request, which TRUST_PROXY does not announce. */
export function isFromUnannouncedProxy(c: Context, trustProxy: number): boolean {
  if (trustProxy > 0 || PROXY_HEADERS.every((name) => c.req.header(name) === undefined)) return false
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

/** Who comes through a proxy that does not say from where, or that nobody announced, counts as one. */
const UNKNOWN = 'unknown'

/**
 * What limits by address count: an IPv4 address or an IPv6 /64. Without announced proxies undefined for who asks from
 * loopback or a private address themselves, such as the owner on their own machine; behind them everybody is counted.
 * Who comes through a proxy that nobody announced is counted as it says: an address that a caller makes up for itself
 * is counted too.
 */
export function limitedAddress(c: Context, trustProxy: number): string | undefined {
  const isUnannounced = isFromUnannouncedProxy(c, trustProxy)
  const address = isUnannounced ? (forwardedAddress(c, 1) ?? '') : clientAddress(c, trustProxy)
  const isKnown = isAddress(address) && (trustProxy > 0 || !isNearby(address))
  if (!isKnown) return isUnannounced ? UNKNOWN : undefined
  return isIPv4(address) ? address : networkOf(address)
}

/**
 * What wrong passwords count by: as `limitedAddress`, but the address itself for the owner on their own machine, and
 * one for all who come through a proxy that nobody announced, so that nobody gets past by making up addresses.
 */
export function vouchedAddress(c: Context, trustProxy: number): string {
  if (isFromUnannouncedProxy(c, trustProxy)) return UNKNOWN
  return limitedAddress(c, trustProxy) ?? clientAddress(c, trustProxy)
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
