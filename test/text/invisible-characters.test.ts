import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asLine } from '../../src/queue/input/field-value.ts'
import { normaliseTag } from '../../src/queue/model/tag.ts'
import { isBlankText, removeInvisible, visibleName } from '../../src/text/invisible-characters.ts'
import { assertTimeRatio } from '../support/time-ratio.ts'

/** Invisible characters that could carry hidden instructions. */
const TRAPS: [what: string, text: string][] = [
  ['tag characters', '\u{e0053}\u{e0065}\u{e006e}\u{e0064}'],
  ['tag characters after a flag', '\u{1f3f4}\u{e0053}\u{e0065}\u{e007f}'],
  ['variation selectors after an emoji', `😀${'\ufe0f\ufe01\ufe02\ufe03'.repeat(4)}`],
  ['supplementary variation selectors', '😀\u{e0100}\u{e01ef}\u{e0142}'],
  ['a row of variation selectors after a Han glyph', '葛\u{e0100}\u{e0101}\u{e0102}'],
  ['one variation selector after each Han glyph', '一\u{e0154}二\u{e0155}三\ufe00'],
  ['variation selectors on the digits of a number', '1\ufe0f2\ufe0e3'],
  ['noncharacters', 'a\ufdd0b\ufdd1c\uffff\u{1ffff}'],
  ['zero-width characters as bits', 'a\u200b\u200c\u200d\u200b\u2060\ufeffb'],
  ['joiners as bits between emoji', '😀\u200d\u200c\u200d\u200d😀'],
  ['joiners as bits in Persian', 'می\u200c\u200d\u200c\u200dخواهم'],
  ['bidirectional controls', 'a\u202egnp.exe\u202c\u2066b\u2069'],
  ['marks of direction as bits', 'a\u200e\u200f\u200e\u061cb'],
  ['invisible operators', 'f\u2061(x)\u2062\u2063\u2064'],
  ['deprecated controls', 'a\u206a\u206b\u206fb'],
  ['fillers', 'a\u3164\uffa0\u115f\u1160b'],
  ['soft hyphens beside words', '\u00ad\u00ad a\u00ad\u00adb \u00ad'],
  ['control characters', 'a\u0001\u001b\u0080\u009fb'],
  ['notes between lines, musical and shorthand controls', 'a\ufff9b\ufffbc\u{1d173}\u{1bca0}'],
  ['halves of pairs', 'a\ud800b\udc00'],
]

test('invisible characters are removed, except single ones that a script needs', () => {
  const hidden =
    /\p{Default_Ignorable_Code_Point}{2}|[\p{Cs}\u202a-\u202e\u2060-\u206f\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|[\u{e0100}-\u{e01ef}]|\p{Noncharacter_Code_Point}|\p{sc=Han}\p{Variation_Selector}|\d\p{Variation_Selector}(?!\u20e3)/u
  for (const [what, text] of TRAPS) {
    const cleaned = removeInvisible(text)
    assert.doesNotMatch(cleaned, hidden, what)
    assert.equal(removeInvisible(cleaned), cleaned, `${what}: cleaning again changes nothing`)
    assert.ok([...cleaned].length < [...text].length, what)
  }
})

const WRITING = [
  'Two\nlines\tand a tab\r\n',
  'می\u200cخواهم',
  'नमस्\u200dते क्\u200cष',
  'ស្រឡាញ់\u200bភាសា',
  '👩\u200d💻 👩🏽\u200d🚀 ❤\ufe0f\u200d🔥 🏳\ufe0f\u200d🌈 👨\u200d👩\u200d👧',
  '1\ufe0f\u20e3 ☎\ufe0e ☎\ufe0f',
  '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} \u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}',
  'Donau\u00addampf\u00adschiff',
  'שלום!\u200f',
  'ᠮᠣᠩᠭᠣᠯ\u180e',
  'Ünï 読む ⠓⠑⠇⠇⠕',
]

test('invisible characters that a script needs are kept', () => {
  for (const text of WRITING) assert.equal(removeInvisible(text), text)
})

test('a glyph that is blank becomes a space', () => {
  for (const blank of ['\u2800', '\u{13441}', '\u{16fe4}', '\u{1d159}']) {
    assert.equal(removeInvisible(`a${blank}${blank}b`), 'a  b')
  }
  assert.equal(normaliseTag('\u2800to\u2800\u2800do\u2800'), 'to do')
  assert.equal(asLine('title', '\u2800A\u2800title\u2800'), 'A title')
})

test('a name keeps no invisible character, and is empty without a visible one', () => {
  assert.equal(visibleName(' Read\u00ad\u200d\ufe0f\u2060er\u2800\n 2 '), 'Reader 2')
  for (const text of ['', ' \n', '\u200b', '\u3164\u2800', '\u0301', '\u{e0041}\u{e0042}']) {
    assert.equal(visibleName(text), '', JSON.stringify(text))
    assert.ok(isBlankText(text), JSON.stringify(text))
  }
})

test('cleaning a hostile text takes linear time', () => {
  for (const part of ['\u200d', '😀\u200d', '\u{1f3f4}\u{e0067}', 'م\u200c', '\u00ad']) {
    assert.ok(removeInvisible(part.repeat(300_000)).length <= 300_000 * part.length)
  }
})

test('whether a text is blank is known at its first visible character, however long it is', async () => {
  const text = 'a '.repeat(10_000_000)
  assert.equal(isBlankText(text), false)
  await assertTimeRatio('a long text', 1 / 10, {
    base: () => removeInvisible(text),
    work: () => isBlankText(text),
  })
  for (const blank of ['\u3164\u115f', ' \u2800', '\u{e0041}', '\u0301'])
    assert.equal(isBlankText(blank.repeat(1000)), true)
})
