/** The registrations of a network: an IPv4 address, an IPv6 /64, or the empty string for unknown ones. */
export type NetworkRegistrations = {
  network: string
  count: number
  /** When its least recently seen registration was last seen. */
  oldestSeenAt: number
}

/** The /48 around an IPv6 /64, usually one customer's, or the /24 around an IPv4 address. */
export function surroundingNetwork(network: string): string {
  return isIpv6Network(network)
    ? network.replace(/:[^:]*::\/64$/, '::/48')
    : network.replace(/\.\d+$/, '.0/24')
}

/** Whether it is an IPv6 /64. Its surrounding /48 usually belongs to one customer, unlike an IPv4 /24. */
export function isIpv6Network(network: string): boolean {
  return network.endsWith('::/64')
}

type Group = { count: number; oldestSeenAt: number; networks: NetworkRegistrations[] }

/**
 * How many registrations to evict from each network, `count` in total: one at a time from the largest surrounding
 * network, and within it from the largest network; ties go to the one with the least recently seen registration.
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
