import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
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
  /^(?:html|mcp|siren|commands|doctor|oauth|database|server|config|operations)\/|^endpoints\/(?:api|mcp|oauth|discovery|connect|health)\/|^(?:main|app)\.ts$|email-texts|articles\/(?:limit-length|read-text|render-article)|ports\/(?:own-address|fetch-document)|sites\//
/** Single sentences of that kind elsewhere. */
const FOR_PROGRAMS = [
  'The signature is wrong.',
  'The reader is closed.',
  'The rest of this very long document is not kept.',
  'Send an access token: "Authorization: Bearer …".',
  'The last format takes any file.',
  'Nothing was counted for {}.',
  'There is no ID token.',
  'The provider asked for no new sign-in: auth_time is {}.',
  'Give "changes" or arguments for all items, not both.',
  'Each must be an object.',
  'Each link must be an address or an object.',
  'Rolled back, to be suggested.',
  'The change has become a suggestion.',
  'Suggested, not done ({}): {}. The person accepts or dismisses it on their Agents page; do not repeat it.',
]

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
        .replace(/(?: \{\})+$/, ''),
    )
    .filter((text) => /[.?!]$/.test(text) && !FOR_PROGRAMS.includes(text))
}

describe('In German', () => {
  it('every sentence of a failure can be said', () => {
    const sentences = sentencesOfFailures()
    assert.ok(sentences.length > 200)
    const missing = inLanguage(
      () => 'de',
      () =>
        sentences.filter((sentence) => {
          const text = sentence.replaceAll('{}', '7')
          return translated(text) === text
        }),
    )
    assert.deepEqual(missing, [])
  })

  it('values, and sentences that follow one another, are put in their places', () => {
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
      say(
        'The page does not exist any more (404). A web archive may still have it, web.archive.org for example.',
      ),
      'Die Seite gibt es nicht mehr (404). Vielleicht hat sie noch ein Webarchiv, etwa web.archive.org.',
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

  it('a mistake in a search is told without a word of English', () => {
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
      const said = inLanguage(
        () => 'de',
        () => translated(detail),
      )
      assert.doesNotMatch(
        said,
        /\b(?:the|is|but|takes|such as|or|and|character|followed|nothing(?!“))\b(?!:)/,
        query,
      )
    }
  })

  it('a hostile text takes no longer than its length', async () => {
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
