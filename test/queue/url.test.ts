import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { Failure } from '../../src/failure.ts'
import { normaliseTag } from '../../src/queue/model/tag.ts'
import { normaliseAddress, parseLink } from '../../src/queue/model/url.ts'

const NORMALISED: [given: string, normalised: string][] = [
  ['https://example.org', 'https://example.org'],
  ['https://example.org/', 'https://example.org'],
  ['HTTPS://EXAMPLE.ORG/', 'https://example.org'],
  ['https://example.org:443/a', 'https://example.org/a'],
  ['http://example.org:80/a', 'http://example.org/a'],
  ['http://example.org:443/a', 'http://example.org:443/a'],
  ['https://example.org/A/b', 'https://example.org/A/b'],
  ['https://example.org/a/', 'https://example.org/a'],
  ['https://example.org/a///', 'https://example.org/a'],
  ['https://example.org/a//b', 'https://example.org/a//b'],
  ['https://example.org/a/./b/../c', 'https://example.org/a/c'],
  ['https://example.org/a/%2e%2E/c', 'https://example.org/c'],
  ['https://example.org/#top', 'https://example.org'],
  ['https://example.org/a#', 'https://example.org/a'],
  ['https://example.org/a#:~:text=words', 'https://example.org/a'],
  ['https://example.org/a#!/route', 'https://example.org/a#!/route'],
  ['https://example.org/a#/route', 'https://example.org/a#/route'],
  ['https://example.org/a/#/route', 'https://example.org/a#/route'],
  ['https://example.org/?', 'https://example.org'],
  ['https://example.org/a?b=2&a=1', 'https://example.org/a?a=1&b=2'],
  ['https://example.org/a?b=2&a=1&a=0', 'https://example.org/a?a=0&a=1&b=2'],
  ['https://example.org/a?&&b&', 'https://example.org/a?b'],
  ['https://example.org/a?utm_source=x', 'https://example.org/a'],
  ['https://example.org/a?UTM_Campaign=x&q=1&fbclid=y', 'https://example.org/a?q=1'],
  ['https://example.org/a?%75tm_source=x&q=1', 'https://example.org/a?q=1'],
  ['https://example.org/a?utm=1', 'https://example.org/a?utm=1'],
  ['https://example.org/a?ref=1', 'https://example.org/a?ref=1'],
  ['https://example.org/%7euser/%61', 'https://example.org/~user/a'],
  ['https://example.org/a%2fb', 'https://example.org/a%2Fb'],
  ['https://example.org/%252e', 'https://example.org/%252e'],
  ['https://example.org/a b', 'https://example.org/a%20b'],
  ['https://example.org/ü?ä=ö', 'https://example.org/%C3%BC?%C3%A4=%C3%B6'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example'],
  ['https://example.org\\a', 'https://example.org/a'],
  ['http:example.org', 'http://example.org'],
  ['http:///example.org/a', 'http://example.org/a'],
  ['http://[::0001]:80/', 'http://[::1]'],
  ['http://0x7f.1/', 'http://127.0.0.1'],
  ['https://example.org./a', 'https://example.org./a'],
]

/** What is kept of a link as it was given. */
const KEPT: [given: string, url: string, site: string][] = [
  ['https://example.org/a/?b=2&a=1#part', 'https://example.org/a/?b=2&a=1#part', 'example.org'],
  ['  https://example.org/a  ', 'https://example.org/a', 'example.org'],
  ['HTTPS://WWW.Example.org/A', 'HTTPS://WWW.Example.org/A', 'example.org'],
  ['https://example.org:443/', 'https://example.org:443/', 'example.org'],
  ['https://example.org/a?utm_source=x&q=1#part', 'https://example.org/a?q=1#part', 'example.org'],
  ['https://example.org/a?q=1&utm_source=x', 'https://example.org/a?q=1', 'example.org'],
  ['https://example.org/a?fbclid=x', 'https://example.org/a', 'example.org'],
  ['https://example.org/a#?utm_source=x', 'https://example.org/a#?utm_source=x', 'example.org'],
  ['https://example.org/ü', 'https://example.org/%C3%BC', 'example.org'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/', 'xn--bcher-kva.example'],
  ['https://exa\nmple.org/a', 'https://example.org/a', 'example.org'],
  ['https:example.org/a', 'https://example.org/a', 'example.org'],
  ['https:///example.org/a', 'https://example.org/a', 'example.org'],
  ['https://@example.org/a', 'https://example.org/a', 'example.org'],
  ['https://:@example.org/a', 'https://example.org/a', 'example.org'],
  ['https://example.org\\@127.0.0.1/', 'https://example.org/@127.0.0.1/', 'example.org'],
  ['https://exa%6dple.org/', 'https://example.org/', 'example.org'],
  ['http://[::1]:8080/a', 'http://[::1]:8080/a', '[::1]'],
]

const SAME: [one: string, other: string][] = [
  ['https://example.org/a', 'https://example.org/a/'],
  ['https://example.org/a', 'https://EXAMPLE.org:443/a?utm_medium=x#y'],
  ['https://example.org/a?x=1&y=2', 'https://example.org/a?y=2&x=1'],
  ['https://example.org/%7Ea', 'https://example.org/~a'],
]

const DIFFERENT: [one: string, other: string][] = [
  ['https://example.org/a', 'http://example.org/a'],
  ['https://example.org/a', 'https://www.example.org/a'],
  ['https://example.org/a', 'https://example.org/A'],
  ['https://example.org/a', 'https://example.org:8443/a'],
  ['https://example.org/a', 'https://example.org/a?b'],
  ['https://example.org/a?x=1', 'https://example.org/a?x=2'],
  ['https://example.org/#/a', 'https://example.org/#/b'],
  ['https://example.org/#!a', 'https://example.org/#a'],
  ['https://example.org/a%2Fb', 'https://example.org/a/b'],
]

/** Links of every form, with escapes and tracking parameters where they hurt. */
const anyLink = fc
  .record({
    scheme: fc.constantFrom('http://', 'https://', 'HTTP://', 'https:'),
    host: fc.constantFrom(
      'example.org',
      'EXAMPLE.org:443',
      'www.example.org:80',
      '[::1]:81',
      'bücher.example',
      '127.1',
    ),
    path: fc.array(
      fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 6 }),
        fc.constantFrom('/', '//', '.', '..', '%2e', '%2F', '%7e', '%25', '%', '\\', '?', '#', ' ', "'", '"'),
      ),
      { maxLength: 6 },
    ),
    query: fc.array(
      fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 6 }),
        fc.constantFrom('utm_source=1', '%75tm_x=1', 'a=1', 'b=%61', '&', '=', '#/r', '#!', '%', "'"),
      ),
      { maxLength: 5 },
    ),
  })
  .map(({ scheme, host, path, query }) => `${scheme}${host}/${path.join('/')}?${query.join('&')}`)
  .filter((link) => URL.canParse(link))

describe('A link', () => {
  for (const [given, normalised] of NORMALISED) {
    it(`is the same as ${normalised} when given as ${JSON.stringify(given)}`, () => {
      assert.equal(normaliseAddress(given), normalised)
    })
  }

  for (const [given, url, site] of KEPT) {
    it(`is stored as ${url} when given as ${JSON.stringify(given)}`, () => {
      const link = parseLink(given)
      assert.equal(link.url, url)
      assert.equal(link.site, site)
    })
  }

  for (const [one, other] of SAME) {
    it(`has one identity as ${one} and as ${other}`, () => {
      assert.equal(parseLink(one).identity, parseLink(other).identity)
    })
  }

  for (const [one, other] of DIFFERENT) {
    it(`has different identities as ${one} and as ${other}`, () => {
      assert.notEqual(parseLink(one).identity, parseLink(other).identity)
    })
  }

  it('does not change when normalised again', () => {
    fc.assert(
      fc.property(anyLink, (link) => {
        const once = normaliseAddress(link)
        assert.equal(normaliseAddress(once), once)
      }),
      { numRuns: 5000 },
    )
  })

  it('has the same identity before and after normalising', () => {
    fc.assert(
      fc.property(anyLink, (given) => {
        const link = parseLink(given)
        assert.equal(parseLink(normaliseAddress(given.trim())).identity, link.identity)
        const kept = parseLink(link.url)
        assert.equal(kept.identity, link.identity)
        assert.equal(kept.url, link.url)
        assert.equal(kept.site, link.site)
      }),
      { numRuns: 5000 },
    )
  })

  it('is stored as plain ASCII without spaces, so that every client can use it', () => {
    fc.assert(fc.property(anyLink, (given) => assert.match(parseLink(given).url, /^https?:\/\/[!-~]+$/i)))
  })

  it('is accepted or refused for any text, and nothing else happens', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.webUrl()), (text) => {
        try {
          parseLink(text)
        } catch (error) {
          assert.ok(error instanceof Failure && error.code === 'unsupported_link')
        }
      }),
      { numRuns: 2000 },
    )
  })
})

describe('A tag', () => {
  const tags: [given: string, normalised: string][] = [
    ['Web', 'web'],
    ['  Deep \n Work ', 'deep work'],
    ['#web', 'web'],
    ['## # web', 'web'],
    ['c#', 'c#'],
    ['Cafe\u0301', 'caf\u00e9'],
    ['#', ''],
  ]
  for (const [given, normalised] of tags) {
    it(`is stored as "${normalised}" when given as ${JSON.stringify(given)}`, () => {
      assert.equal(normaliseTag(given), normalised)
    })
  }

  it('does not change when normalised again, so that it can be found and removed', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string({ unit: fc.constantFrom('#', ' ', 'İ', 'Σ', 'a', '\u0301', '\u0307', 'ß', 'ǅ', 'K') }),
        ),
        (text) => {
          const once = normaliseTag(text)
          assert.equal(normaliseTag(once), once)
        },
      ),
      { numRuns: 20_000 },
    )
  })
})
