import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { Failure } from '../../src/failure.ts'
import { parseQuery, type Query } from '../../src/queue/search/query.ts'

const ASKER = { agent: null, now: Date.parse('2026-11-22T18:00:00Z') }

/** A query as a short text: `~` before what is excluded, `*` behind what may go on. */
function explainQuery(text: string): string[] {
  const { wanted, excluded, conditions } = parseQuery(text, ASKER)
  const term = (phrases: Query['wanted'][number]) =>
    phrases.map(({ words, isPrefix }) => words.join(' ') + (isPrefix ? '*' : '')).join(' | ')
  return [
    ...wanted.map(term),
    ...excluded.map((one) => `~${term(one)}`),
    ...conditions.map(({ isExcluded, ...condition }) => {
      if (condition.kind === 'comparison')
        return `${isExcluded ? '~' : ''}${condition.field}${condition.operator}${condition.value}`
      const { kind, ...rest } = condition
      const [value] = Object.values(rest)
      return `${isExcluded ? '~' : ''}${kind}=${Array.isArray(value) ? value.join(' ') : value}`
    }),
  ]
}

describe('A search', () => {
  const understood: [text: string, meaning: string[]][] = [
    ['words', ['words*']],
    ['Go to the Opera', ['go', 'to', 'the*', 'opera*']],
    ['go*', ['go*']],
    ['a*', ['a*']],
    ['"Go to"', ['go to']],
    ['“smart quotes” „unten”', ['smart quotes', 'unten']],
    ['"one""two"three', ['one', 'two', 'three*']],
    ['-not -"a phrase" -pre*', ['~not', '~a phrase', '~pre*']],
    ['node.js foo-bar foo-b* don’t', ['node js', 'foo bar', 'foo b*', 'don t']],
    ['世界 本', ['世 界', '本']],
    ['10:30 5" --watch std::vector note: this', ['10 30', '5', 'watch*', 'std vector', 'note*', 'this*']],
    ['web - … "" -', ['web*']],
    ['rock"n"roll', ['rock n roll']],
    ['https://www.example.org/a%20b/%C3%A9t%C3%A9?utm_source=x&q=1#part', ['example org a b ete q 1']],
    ['tag:Web tag:"To  Do" tag:#c -tag:x', ['tag=web', 'tag=to do', 'tag=c', '~tag=x']],
    [
      'site:Example.org site:https://user@www.example.org:8443/path -site:bücher.example',
      ['site=example.org', 'site=example.org', '~site=xn--bcher-kva.example'],
    ],
    [
      'is:unread is:READ is:favourite is:snoozed is:removed -is:read',
      ['state=unread', 'state=read', 'state=favourite', 'state=snoozed', 'state=removed', '~state=read'],
    ],
    ['by:me by:"Claude Code" -by:claude', ['saver=null', 'saver=claude code', '~saver=claude']],
    [
      'before:2026-02-03 before:2026-02 after:2026 after:2024-02-29',
      ['savedAt<1770076800000', 'savedAt<1769904000000', 'savedAt>=1767225600000', 'savedAt>=1709164800000'],
    ],
    [
      'under:15 under:15m under:1h under:1h30m',
      ['readingMinutes<=15', 'readingMinutes<=15', 'readingMinutes<=60', 'readingMinutes<=90'],
    ],
    ['TAG:web', ['tag=web']],
    ['over:20m -over:1h', ['readingMinutes>20', '~readingMinutes>60']],
    ['read-after:2026 read-before:2026-02', ['readAt>=1767225600000', 'readAt<1769904000000']],
    [
      'untagged is:failed has:note -Untagged',
      ['untagged=undefined', 'failed=undefined', 'note=undefined', '~untagged=undefined'],
    ],
    ['#web #"to do" -#x C# #1', ['c', '1', 'tag=web', 'tag=to do', '~tag=x']],
    ['deep OR work sea', ['deep* | work*', 'sea*']],
    ['deep or OR', ['deep*', 'or']],
    ['by:person by:"Person"', ['saver=null', 'saver=null']],
    ['(#web OR #go) -(tag:x)', ['any=[object Object] [object Object]', '~tag=x']],
    ['((deep OR work) sea) (tag:a)', ['deep* | work*', 'sea*', 'tag=a']],
    [
      'after:today before:Yesterday read-after:7d read-before:2w after:2026-11-22T10:00:00+01:00',
      [
        'savedAt>=1795305600000',
        'savedAt<1795219200000',
        'readAt>=1794700800000',
        'readAt<1794096000000',
        'savedAt>=1795338000000',
      ],
    ],
    [
      'before:2y after:6m read-after:Monday read-before:sunday',
      ['savedAt<1732233600000', 'savedAt>=1779408000000', 'readAt>=1794787200000', 'readAt<1794700800000'],
    ],
    ['one OR "two words" OR thr*', ['one* | two words | thr*']],
  ]
  for (const [text, meaning] of understood) {
    it(`is parsed: ${text}`, () => assert.deepEqual(explainQuery(text), meaning))
  }

  const KNOWN =
    'there are tag:, site:, is:, by:, before:, after:, read-before:, read-after:, under:, over:, has:, #tag, untagged.'
  const mistaken: [text: string, detail: string][] = [
    ['one "two', 'The quote at character 5 is not closed: put another " at its end.'],
    ['tag:"two', 'The quote at character 5 is not closed: put another " at its end.'],
    [
      'one title:two',
      `"title:" at character 5 is not a condition; ${KNOWN} To search for it as words, put it in quotes.`,
    ],
    [
      'state:read one',
      `"state:" at character 1 is not a condition; ${KNOWN} Did you mean is:read? To search for it as words, put it in quotes.`,
    ],
    [
      'from:2026-01-31',
      `"from:" at character 1 is not a condition; ${KNOWN} Did you mean after:2026-01-31? To search for it as words, put it in quotes.`,
    ],
    [
      'tga:web',
      `"tga:" at character 1 is not a condition; ${KNOWN} Did you mean tag:web? To search for it as words, put it in quotes.`,
    ],
    [
      'sea author:"Ada Byron"',
      `"author:" at character 5 is not a condition; ${KNOWN} The name of an author is found as words: leave out "author:", and put a full name in quotes.`,
    ],
    [
      '-constructor:x',
      `"constructor:" at character 2 is not a condition; ${KNOWN} To search for it as words, put it in quotes.`,
    ],
    [
      'tag: web',
      '"tag:" at character 1 is followed by nothing, but takes one tag, such as tag:web or tag:"to do".',
    ],
    [
      'tag:""',
      '"tag:" at character 1 is followed by nothing, but takes one tag, such as tag:web or tag:"to do".',
    ],
    [
      'tag:a,b',
      '"tag:" at character 1 is followed by "a,b", but takes one tag, such as tag:web or tag:"to do".',
    ],
    ['site:/', '"site:" at character 1 is followed by "/", but takes a site, such as site:example.org.'],
    [
      'x is:old',
      '"is:" at character 3 is followed by "old", but takes one of unread, read, favourite, snoozed, removed, failed, pending, broken, untagged, asked, answered.',
    ],
    [
      'is:archived',
      '"is:" at character 1 is followed by "archived", but takes one of unread, read, favourite, snoozed, removed, failed, pending, broken, untagged, asked, answered. Did you mean is:read?',
    ],
    [
      'is:all',
      '"is:" at character 1 is followed by "all", but takes one of unread, read, favourite, snoozed, removed, failed, pending, broken, untagged, asked, answered. Without it, everything but the trash is searched.',
    ],
    [
      'by:!',
      '"by:" at character 1 is followed by "!", but takes words of the name of who saved it, such as by:claude or by:"my agent", or me, or person.',
    ],
    [
      'before:2026-02-30',
      '"before:" at character 1 is followed by "2026-02-30", but takes a date such as 2026-01-31, 2026-01 or 2026, today, yesterday, monday for the last one, 7d for seven days ago (also 2w, 6m or 1y), or an instant such as 2026-01-31T18:00:00Z. Today is 2026-11-22 (UTC).',
    ],
    [
      'after:soon',
      '"after:" at character 1 is followed by "soon", but takes a date such as 2026-01-31, 2026-01 or 2026, today, yesterday, monday for the last one, 7d for seven days ago (also 2w, 6m or 1y), or an instant such as 2026-01-31T18:00:00Z. Today is 2026-11-22 (UTC).',
    ],
    [
      'under:soon',
      '"under:" at character 1 is followed by "soon", but takes a reading time such as 15m, 90 (minutes) or 1h.',
    ],
    [
      'under:0',
      '"under:" at character 1 is followed by "0", but takes a reading time such as 15m, 90 (minutes) or 1h.',
    ],
    [
      'deep OR tag:x',
      'The OR before character 9 can’t join a word and a condition. It joins words, or conditions.',
    ],
    [
      '-a OR b',
      'The OR before character 7 can’t join what is excluded: write -a -b to exclude both. It joins words, or conditions.',
    ],
    ['is:removed OR tag:x', 'OR takes no is:removed: the trash is searched by itself.'],
    ['-', 'There is nothing to search for: give words, or a condition such as tag:web.'],
    ['!!! ""', 'There is nothing to search for: give words, or a condition such as tag:web.'],
    ['a b c d e f g h i j k l m n o p q', 'A search takes at most 16 words and conditions.'],
  ]
  for (const [text, detail] of mistaken) {
    it(`is refused with advice: ${text}`, () => {
      assert.throws(
        () => parseQuery(text, ASKER),
        (error) => {
          assert.ok(error instanceof Failure)
          assert.equal(error.code, 'invalid_input')
          assert.equal(error.detail, detail)
          assert.deepEqual(error.extras.errors, [{ pointer: '#/q', detail }])
          return true
        },
      )
    })
  }

  it('is parsed or refused, whatever it is', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('"', '-', '*', ':', 'tag:', 'is:', 'https://', '(', ') OR ', ' ', "'", '\\'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        try {
          const { wanted, excluded } = parseQuery(pieces.join('').slice(0, 500))
          for (const { words } of [...wanted, ...excluded].flat()) {
            assert.ok(words.length > 0)
            for (const word of words) assert.match(word, /^[\p{L}\p{N}\p{M}]+$/u)
          }
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          assert.equal(error.code, 'invalid_input')
        }
      }),
      { numRuns: 3000 },
    )
  })
})
