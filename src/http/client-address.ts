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

/** The caller's address: the socket's, or behind a trusted proxy the right-most one it forwarded. */
export function clientAddress(c: Context, trustProxy: boolean): string {
  const socket = getConnInfo(c).remote.address ?? ''
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  const address = forwarded && (isIPv4(forwarded) || isIPv6(forwarded)) ? forwarded : socket
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

/**
 * What limits by address count: an IPv4 address or an IPv6 /64. Undefined for loopback and private
 * ones, which is how an unannounced proxy or the owner's own machine looks.
 */
export function limitedAddress(c: Context, trustProxy: boolean): string | undefined {
  const address = clientAddress(c, trustProxy)
  if (isIPv4(address)) return nearby.check(address) ? undefined : address
  if (!isIPv6(address) || nearby.check(address, 'ipv6')) return undefined
  return networkOf(address)
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
