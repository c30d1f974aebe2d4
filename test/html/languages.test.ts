import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Failure } from '../../src/failure.ts'
import { parseQuery } from '../../src/queue/search/query.ts'
import { translated } from '../../src/html/messages/sentences.ts'
import { inLanguage } from '../../src/text/language.ts'
import { assertTimeRatio } from '../support/time-ratio.ts'
import { ownTexts } from './own-texts.ts'

const root = fileURLToPath(new URL('../../src', import.meta.url))

/** Their sentences are for programs, operators, developers, or belong to an article. */
const NOT_FOR_PAGES =
  /^(?:html|mcp|siren|commands|doctor|oauth|database|server|config|operations)\/|^endpoints\/(?:api|mcp|oauth|discovery|connect|health)\/|^(?:main|app)\.ts$|email-messages|articles\/(?:limit-length|read-text|render-article)|ports\/(?:own-address|fetch-document)|sites\//
/** Single sentences of that kind elsewhere. */
const FOR_PROGRAMS = [
  'The signature is wrong.',
  'The reader is closed.',
  'The rest of this very long document is not kept.',
  'Send an access token: "Authorization: Bearer …".',
  'The last format takes any file.',
  'Nothing was counted for {}.',
  'There is no ID token.',
  '{} is not possible here. Possible: {}.',
  '{} has no address.',
  '{} takes {}.',
  '{} of your suggestions wait for the person, which is all there is room for.',
  'Nothing was added; ask them to accept or dismiss some on their Agents page.',
  'Read the queue as it is now, then go on with after=latest.',
  'The provider asked for no new sign-in: auth_time is {}.',
  'Give "changes" or arguments for all items, not both.',
  'Each must be an object.',
  'Each link must be an address or an object.',
  'Rolled back, to be suggested.',
  'The change has become a suggestion.',
  'Suggested, not done ({}): {}. The person accepts or dismisses it on their Agents page; do not repeat it.',
]

/** What sentences that begin with a value begin with, where that is one of few. */
const BEGINNINGS: Record<string, string> = {
  '{} right now. Try again in a few seconds.': 'Too many searches wait',
  '{} all of these words. The others have some of them, the closest first.': 'Only the first has',
  '{} breaks off: it is longer than 8 MB, or a quotation mark is never closed. Mend it and upload the file again.':
    'A line',
}

function sentencesOfFailures(): string[] {
  const isAsked = ({ text, before }: { text: string; before: string }) =>
    text.includes(' ') &&
    /[.?!](?: \0)?$/.test(text) &&
    !/(?:description|title|label|help):?\s*$/.test(before)
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !NOT_FOR_PAGES.test(path))
    .flatMap((path) => ownTexts(readFileSync(join(root, path), 'utf8'), isAsked))
    .map((text) =>
      text
        .replace(/^\d+: /, '')
        .replaceAll('\0', '{}')
        .replace(/(?: \{\})+$/, '')
        // Another sentence comes first.
        .replace(/^\{\} (?=\p{Lu})/u, ''),
    )
    .filter((text) => /[.?!]$/.test(text) && !FOR_PROGRAMS.includes(text))
}

describe('In German', () => {
  it('every sentence of a failure has a translation', () => {
    const sentences = sentencesOfFailures()
    assert.ok(sentences.length > 200)
    const missing = inLanguage(
      () => 'de',
      () =>
        sentences.filter((sentence) => {
          const text = sentence.replace(/^\{\}/, BEGINNINGS[sentence] ?? '7').replaceAll('{}', '7')
          return translated(text) === text
        }),
    )
    assert.deepEqual(missing, [])
  })

  it('values, and consecutive sentences, are inserted in their places', () => {
    const say = (text: string) =>
      inLanguage(
        () => 'de',
        () => translated(text),
      )
    assert.equal(
      say('Too many attempts. Try again in 5 minutes.'),
      'Zu viele Versuche. Versuch es in 5 Minuten noch einmal.',
    )
    assert.equal(
      say('The page was not found (404). A web archive may still have it, web.archive.org for example.'),
      'Die Seite wurde nicht gefunden (404). Vielleicht hat sie noch ein Webarchiv, etwa web.archive.org.',
    )
    assert.equal(
      say('Another saved search is called “A. (b) {} $1”. Choose a different name.'),
      'Eine andere gespeicherte Suche heißt schon „A. (b) {} $1“. Wähle einen anderen Namen.',
    )
    assert.equal(
      say(
        'Undone: 3 of 5 changes. 2 stay: You’ve changed the title, the note and the tag “this and that” since.',
      ),
      'Rückgängig gemacht: 3 von 5 Änderungen. 2 bleiben: Du hast seitdem den Titel, die Notiz und das Schlagwort „this and that“ geändert.',
    )
    assert.equal(
      say('Nothing has “teh”; searched for “the or that” or “tea”.'),
      'Kein Eintrag enthält „teh“; gesucht wurde nach „the or that“ oder „tea“.',
    )
    const unknown = 'The item is in the trash. But nobody wrote this.'
    assert.equal(say(unknown), unknown)
    assert.equal(translated('The item is in the trash.'), 'The item is in the trash.')
  })

  it('an error in a search contains no English word', () => {
    const mistakes = [
      'foo:bar',
      'is:nothing',
      'tag:',
      'tag:a,b',
      'site:!',
      'before:never',
      'under:x',
      'by:',
      'has:x',
      'is:read OR tea',
      '-is:read OR -tea',
      '"open',
      '-',
    ]
    const remarks = [
      'a AND b',
      'NOT a',
      'a && b',
      '!a',
      '-(a b)',
      'tag:-a',
      'under:5 m',
      'a | b',
      '#1',
      '+a',
      'a*b',
      'a~1',
      'a OR',
    ]
    for (const query of [...mistakes, ...remarks]) {
      let detail = ''
      try {
        detail = parseQuery(query).notes.join(' ')
      } catch (error) {
        detail = (error as Failure).detail
      }
      assert.notEqual(detail, '', query)
      const message = inLanguage(
        () => 'de',
        () => translated(detail),
      )
      assert.doesNotMatch(
        message,
        /\b(?:the|is|but|takes|such as|or|and|character|followed|nothing(?!“))\b(?!:)/,
        query,
      )
    }
  })

  it('a hostile text takes linear time', async () => {
    const [base, work] = [200, 2000].map((length) => {
      const text = 'There is no {} "'.repeat(length / 16)
      return () =>
        inLanguage(
          () => 'de',
          () => translated(text),
        )
    })
    await assertTimeRatio('ten times the length', 100, { base: base!, work: work!, floor: 0.05 })
  })
})

test('sentences that programs read in ASCII have typographic quotation marks on pages', () => {
  const messageFor = (text: string) =>
    inLanguage(
      () => 'en',
      () => translated(text),
    )
  assert.equal(messageFor(`This site's "name" is wrong.`), 'This site’s “name” is wrong.')
  assert.equal(messageFor('“Now” takes tag:web or tag:"to do".'), '“Now” takes tag:web or tag:"to do".')
})
