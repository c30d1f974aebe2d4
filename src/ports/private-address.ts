import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'

/** Non-public ranges beside the special ones (RFC 6890) that the library knows. */
const OTHERS = {
  azureAgent: [ipaddr.parseCIDR('168.63.129.16/32')], // inside a public range
  former6bone: [ipaddr.parseCIDR('3ffe::/16')],
}

/** The only IPv6 range of public hosts (RFC 4291 §2.4), so that others need not be listed. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

const PRIVATE_NAME = /(^|\.)(localhost|local|internal|localdomain|home\.arpa)\.?$/i

/** Whether an IP address is not on the public internet; also true for anything that is not an IP address. */
export function isPrivateAddress(text: string): boolean {
  const bare = text.split('%', 1)[0]!
  // The library also accepts notations of IPv4 that a socket treats as names.
  if (isIP(bare) === 0) return true
  const address = ipaddr.parse(bare)
  const isGlobal = address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6)
  return !isGlobal || address.range() !== 'unicast' || ipaddr.subnetMatch(address, OTHERS, '') !== ''
}

/** Whether a host name is reserved for this computer or its network, whatever it resolves to. */
export function isPrivateName(name: string): boolean {
  return PRIVATE_NAME.test(name)
}
