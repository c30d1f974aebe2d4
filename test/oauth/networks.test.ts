import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type NetworkRegistrations,
  evictionsPerNetwork,
  surroundingNetwork,
} from '../../src/oauth/evictions-per-network.ts'

const hold = (network: string, held: number, oldest = 0): NetworkRegistrations => ({
  network,
  count: held,
  oldestSeenAt: oldest,
})
const shares = (count: number, ...holdings: NetworkRegistrations[]) =>
  Object.fromEntries(evictionsPerNetwork(holdings, count))

test('The enclosing network of an IPv6 /64 is its /48, that of an IPv4 address its /24', () => {
  assert.equal(surroundingNetwork('2001:db8:0:7::/64'), '2001:db8:0::/48')
  assert.equal(surroundingNetwork('198.51.100.7'), '198.51.100.0/24')
  assert.equal(surroundingNetwork(''), '')
})

test('The network that uses most is evicted from until others use as much, then all in turn', () => {
  assert.deepEqual(shares(3, hold('198.51.100.7', 9), hold('203.0.113.1', 5)), { '198.51.100.7': 3 })
  assert.deepEqual(shares(6, hold('198.51.100.7', 9), hold('203.0.113.1', 5, 1)), {
    '198.51.100.7': 5,
    '203.0.113.1': 1,
  })
})

test('The use of small networks counts towards the larger one around them', () => {
  const parts = Array.from({ length: 50 }, (_, at) => hold(`2001:db8:0:${at}::/64`, 1, at))
  assert.deepEqual(shares(2, hold('203.0.113.1', 20), ...parts), {
    '2001:db8:0:0::/64': 1,
    '2001:db8:0:1::/64': 1,
  })
})

test('Among equals the network with the oldest entry is evicted from first, and never of more than it has', () => {
  const equals = [hold('203.0.113.1', 1, 30), hold('198.51.100.7', 1, 10), hold('192.0.2.1', 1, 20)]
  assert.deepEqual(shares(1, ...equals), { '198.51.100.7': 1 })
  assert.deepEqual(shares(9, ...equals), { '198.51.100.7': 1, '192.0.2.1': 1, '203.0.113.1': 1 })
  assert.deepEqual(shares(5), {})
})
