/** What is held of one network: an IPv4 address, an IPv6 /64, or the empty text for all that is not known. */
export type Holding = {
  network: string
  held: number
  /** When the oldest of it was seen last. */
  oldest: number
}

/** The network around one: the /48 of an IPv6 /64, which one customer has as a rule; the /24 of an IPv4 address. */
export function widerNetwork(network: string): string {
  return isSite(network) ? network.replace(/:[^:]*::\/64$/, '::/48') : network.replace(/\.\d+$/, '.0/24')
}

/** Whether the network around this one is as a rule one customer's, as a /48 is and a /24 is not. */
export function isSite(network: string): boolean {
  return network.endsWith('::/64')
}

type Group = { held: number; oldest: number; parts: Holding[] }

/**
 * Which networks give up how many of what they hold, `count` in all: one after the other from the wider network that
 * holds most, and in it from the network that does; among equals from the one whose oldest is older.
 */
export function shareOfHeaviest(holdings: Holding[], count: number): Map<string, number> {
  const groups = [...Map.groupBy(holdings, ({ network }) => widerNetwork(network)).values()].map(
    (parts): Group => ({
      held: parts.reduce((sum, { held }) => sum + held, 0),
      oldest: Math.min(...parts.map(({ oldest }) => oldest)),
      parts: parts.map((part) => ({ ...part })),
    }),
  )
  const shares = new Map<string, number>()
  for (let taken = 0; taken < count; taken++) {
    const group = heaviest(groups)
    if (!group || group.held === 0) break
    const part = heaviest(group.parts)!
    group.held--
    part.held--
    shares.set(part.network, (shares.get(part.network) ?? 0) + 1)
  }
  return shares
}

function heaviest<T extends { held: number; oldest: number }>(all: T[]): T | undefined {
  let found: T | undefined
  for (const one of all) {
    if (!found || one.held > found.held || (one.held === found.held && one.oldest < found.oldest)) found = one
  }
  return found
}
