import { BlockList, isIP } from 'node:net'

/** Ranges of the IANA special-purpose registry (RFC 6890) that no public IPv4 page is served from. */
const PRIVATE_IPV4 = subnets('ipv4', [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private, RFC 1918
  ['100.64.0.0', 10], // carrier-grade NAT, RFC 6598
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // host agent of Azure machines, inside a public range
  ['169.254.0.0', 16], // link-local, with the metadata services of clouds
  ['172.16.0.0', 12], // private, RFC 1918
  ['192.0.0.0', 24], // IETF protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private, RFC 1918
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
])

/**
 * The only IPv6 range in which public hosts live (RFC 4291 §2.4). What lies outside is refused without
 * being listed: loopback, IPv4 inside IPv6, NAT64, unique local, link-local, site-local, multicast.
 */
const GLOBAL_IPV6 = subnets('ipv6', [['2000::', 3]])

const PRIVATE_IPV6 = subnets('ipv6', [
  ['2001::', 23], // IETF protocol assignments: Teredo, benchmarks, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which holds an IPv4 address
  ['3ffe::', 16], // the former 6bone
  ['3fff::', 20], // documentation
])

const PRIVATE_NAME = /(^|\.)(localhost|local|internal|localdomain|home\.arpa)\.?$/i

/** Whether an IP address is not one of the public internet; also true for what is no IP address at all. */
export function isPrivateAddress(address: string): boolean {
  const bare = address.split('%', 1)[0]!
  const version = isIP(bare)
  if (version === 4) return PRIVATE_IPV4.check(bare, 'ipv4')
  if (version === 6) return !GLOBAL_IPV6.check(bare, 'ipv6') || PRIVATE_IPV6.check(bare, 'ipv6')
  return true
}

/** Whether a host name is reserved for this computer or its network, whatever it resolves to. */
export function isPrivateName(name: string): boolean {
  return PRIVATE_NAME.test(name)
}

function subnets(family: 'ipv4' | 'ipv6', ranges: [network: string, prefix: number][]): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family)
  return list
}
