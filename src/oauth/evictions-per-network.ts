/** What is held of one network: an IPv4 address, an IPv6 /64, or the empty text for all that is not known. */
export type NetworkRegistrations = {
  network: string
  count: number
  /** When the oldest of it was seen last. */
  oldestSeenAt: number
}

/** The network around one: the /48 of an IPv6 /64, which one customer has as a rule; the /24 of an IPv4 address. */
export function surroundingNetwork(network: string): string {
  return isIpv6Network(network)
    ? network.replace(/:[^:]*::\/64$/, '::/48')
    : network.replace(/\.\d+$/, '.0/24')
}

/** Whether the network around this one is as a rule one customer's, as a /48 is and a /24 is not. */
export function isIpv6Network(network: string): boolean {
  return network.endsWith('::/64')
}

type Group = { count: number; oldestSeenAt: number; networks: NetworkRegistrations[] }

/**
 * Which networks give up how many of what they hold, `count` in all: one after the other from the wider network that
 * holds most, and in it from the network that does; among equals from the one whose oldest is older.
 */
export function evictionsPerNetwork(networks: NetworkRegistrations[], count: number): Map<string, number> {
  const groups = [...Map.groupBy(networks, ({ network }) => surroundingNetwork(network)).values()].map(
    (parts): Group => ({
      count: parts.reduce((sum, { count: held }) => sum + held, 0),
      oldestSeenAt: Math.min(...parts.map(({ oldestSeenAt }) => oldestSeenAt)),
      networks: parts.map((part) => ({ ...part })),
    }),
  )
  const shares = new Map<string, number>()
  for (let taken = 0; taken < count; taken++) {
    const group = largest(groups)
    if (!group || group.count === 0) break
    const part = largest(group.networks)!
    group.count--
    part.count--
    shares.set(part.network, (shares.get(part.network) ?? 0) + 1)
  }
  return shares
}

function largest<T extends { count: number; oldestSeenAt: number }>(all: T[]): T | undefined {
  let found: T | undefined
  for (const one of all) {
    if (
      !found ||
      one.count > found.count ||
      (one.count === found.count && one.oldestSeenAt < found.oldestSeenAt)
    )
      found = one
  }
  return found
}
