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

/**
 * The caller's address: the socket's, or behind trusted proxies the right-most forwarded one that is not
 * another nearby proxy.
 */
export function clientAddress(c: Context, trustProxy: boolean): string {
  const socket = getConnInfo(c).remote.address ?? ''
  const header = trustProxy ? c.req.header('x-forwarded-for') : undefined
  const forwarded = (header ?? '').split(',').map(plain).filter(isAddress)
  return forwarded.findLast((address) => !isNearby(address)) ?? forwarded.at(-1) ?? plain(socket)
}

function plain(address: string): string {
  return address.trim().replace(/^::ffff:(?=\d+\.)/i, '')
}

function isAddress(text: string): boolean {
  return isIPv4(text) || isIPv6(text)
}

function isNearby(address: string): boolean {
  return nearby.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

/**
 * What limits by address count: an IPv4 address or an IPv6 /64. Undefined for loopback and private
 * ones, which is how an unannounced proxy or the owner's own machine looks.
 */
export function limitedAddress(c: Context, trustProxy: boolean): string | undefined {
  const address = clientAddress(c, trustProxy)
  if (!isAddress(address) || isNearby(address)) return undefined
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
