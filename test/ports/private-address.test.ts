import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { isPrivateAddress, isPrivateName } from '../../src/ports/private-address.ts'

const PRIVATE = {
  'this network': ['0.0.0.0', '0.255.255.255'],
  'private networks': ['10.0.0.0', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1'],
  'carrier-grade NAT': ['100.64.0.0', '100.127.255.255'],
  loopback: ['127.0.0.1', '127.255.255.255'],
  'link-local and cloud metadata': ['169.254.0.1', '169.254.169.254', '168.63.129.16', '192.0.0.192'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.255'],
  '6to4 relays': ['192.88.99.1'],
  benchmarks: ['198.18.0.0', '198.19.255.255'],
  multicast: ['224.0.0.1', '239.255.255.255'],
  'reserved and broadcast': ['240.0.0.1', '255.255.255.255'],
  'IPv6 unspecified and loopback': ['::', '::1', '0:0:0:0:0:0:0:1'],
  'IPv4 inside IPv6': ['::127.0.0.1', '::8.8.8.8', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8'],
  NAT64: ['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '64:ff9b:1:ffff::1'],
  'IPv6 discard': ['100::1'],
  Teredo: ['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  'IPv6 benchmarks and ORCHID': ['2001:2::1', '2001:20::1'],
  'IPv6 documentation': ['2001:db8::1', '3fff::1', '3fff:fff::1'],
  '6to4': ['2002:7f00:1::', '2002:808:808::1'],
  '6bone': ['3ffe::1'],
  'IPv6 outside the global range': ['4000::1', '5f00::1', '8000::1'],
  'unique local': ['fc00::1', 'fd00:ec2::254', 'fdff:ffff::1'],
  'IPv6 link-local': ['fe80::1', 'fe80::1%eth0', 'febf::1'],
  'site-local': ['fec0::1', 'feff::1'],
  'IPv6 multicast': ['ff02::1', 'ff0e::1'],
  'what is no address': ['', 'localhost', '127.1', '2130706433', '0x7f.0.0.1', '[::1]', '%', '1.2.3.4.5'],
}

suite('A private address', () => {
  for (const [range, addresses] of Object.entries(PRIVATE)) {
    for (const address of addresses) {
      test(`is "${address}": ${range}`, () => assert.equal(isPrivateAddress(address), true))
    }
  }
})

suite('A public address', () => {
  const addresses = [
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2003::1',
    '2606:4700:4700::1111',
    '2A00:1450:4001:80b::200e',
  ]
  for (const address of addresses) {
    test(`is "${address}"`, () => assert.equal(isPrivateAddress(address), false))
  }
})

suite('A private name', () => {
  const names = [
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'printer.local',
    'metadata.google.internal',
    'metadata.google.internal.',
    'localhost.localdomain',
    'nas.home.arpa',
  ]
  for (const name of names) test(`is "${name}"`, () => assert.equal(isPrivateName(name), true))
})

test('A name that only looks like a private one is public', () => {
  for (const name of [
    'example.org',
    'mylocalhost',
    'localhost.example.org',
    'local.example',
    'internal.org',
  ]) {
    assert.equal(isPrivateName(name), false, name)
  }
})
