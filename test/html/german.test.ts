import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { english } from '../../src/html/messages/english.ts'
import { german } from '../../src/html/messages/german.ts'
import type { Action } from '../../src/queue/actions/action.ts'
import { catalogue, changeItems, itemActions } from '../../src/queue/actions/catalogue.ts'
import type { Fields } from '../../src/queue/input/field.ts'
import { ITEM_FIELDS } from '../../src/queue/model/fields.ts'

/** Where a translation has entries that English takes from elsewhere. */
const OVERRIDES = ['actions.titles', 'actions.fields', 'history.parts']

/** The paths of all texts with what stands there; a function is named by its kind alone. */
function textsOf(value: unknown, path: string[] = []): [path: string, text: string][] {
  const at = path.join('.')
  if (OVERRIDES.includes(at) || at === 'formats' || at === 'language') return []
  if (typeof value === 'string') return [[at, value]]
  if (typeof value === 'function') return [[at, '(function)']]
  return Object.entries(value as object).flatMap(([key, below]) => textsOf(below, [...path, key]))
}

/** Texts of the functions too, as they stand in their sources. */
function sourcesOf(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'function') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(sourcesOf) : []
}

/** Names, commands and examples that are the same in both languages. */
const SAME =
  /^(?:connect\.apps\..*\.name|.*shortcuts\..*\.0|queue\.search\.examples\..*\.0|signing\.forgot\.command|searches\.example\.query)$/

describe('The German texts', () => {
  it('are complete, including lists and tables whose keys the types leave open', () => {
    const paths = (messages: object) => textsOf(messages).map(([path]) => path)
    assert.deepEqual(paths(german).toSorted(), paths(english).toSorted())
  })

  it('are translated', () => {
    const texts = new Map(textsOf(english))
    const left = textsOf(german).filter(
      ([path, text]) =>
        text === texts.get(path) && /\w \w/.test(text) && text !== 'Reading Queue' && !SAME.test(path),
    )
    assert.deepEqual(left, [])
  })

  it('name every action, its fields that people fill in, and what an undo can leave', () => {
    const { titles, fields } = german.actions
    // What is done to several items is called as for one.
    const isNamed = (action: Action, field: string) =>
      [action, ...(action === changeItems ? itemActions : [])].some(({ name }) => fields[name]?.[field])
    const nameless = catalogue.flatMap((action) => [
      ...(titles[action.name] === undefined ? [action.name] : []),
      ...Object.entries(action.fields as Fields)
        .filter(([name, { isApiOnly }]) => !isApiOnly && !isNamed(action, name))
        .map(([name]) => `${action.name} ${name}`),
    ])
    assert.deepEqual(nameless, [])
    const unnamed = Object.values(ITEM_FIELDS).flatMap((field) =>
      'undo' in field && german.history.parts[field.undo] === undefined ? [field.undo] : [],
    )
    assert.deepEqual(unnamed, [])
  })

  it('have German quotation marks and address people as du', () => {
    const wrong = sourcesOf({ ...german, formats: {} }).filter((text) =>
      /”|“(?=\p{L})|\bIhnen\b|(?<=[a-zß,] )Sie\b/u.test(text),
    )
    assert.deepEqual(wrong, [])
  })

  it('contain counts and names in the right order, number and case', () => {
    const { acts, digest, undoAll, withTagsText } = german.history
    assert.equal(
      String(acts['tag-item']!('Claude', '3', false)),
      'Claude hat 3 Einträgen Schlagwörter hinzugefügt',
    )
    assert.equal(
      String(acts['remove-item']!('Du', '3', true)),
      'Du hast 3 Einträge in den Papierkorb verschoben',
    )
    assert.equal(String(digest.agentDid('Claude', '4 gespeichert')), 'Claude hat 4 gespeichert')
    assert.equal(withTagsText('Schlagwort hinzugefügt', ['web']), 'Schlagwort hinzugefügt: „web“')
    assert.equal(
      undoAll.wouldUndo({ changes: '1', changeCount: 1, items: '1', itemCount: 1 }),
      '1 Änderung an 1 Eintrag würde rückgängig gemacht.',
    )
    assert.equal(
      undoAll.wouldUndo({ changes: '2', changeCount: 2, items: '2', itemCount: 2 }),
      '2 Änderungen an 2 Einträgen würden rückgängig gemacht.',
    )
    assert.equal(
      german.actions.saved(3, 1),
      '3 Links gespeichert. Einer davon war schon gespeichert und steht jetzt ganz oben.',
    )
    assert.equal(german.queue.bulk.done['untag-item']!(1), 'Schlagwort von 1 Eintrag entfernt')
  })
})
