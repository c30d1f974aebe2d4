import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { english } from '../../src/html/messages/english.ts'
import { german } from '../../src/html/messages/german.ts'
import { escapeHtml } from '../../src/html/html.ts'
import { type Agent, connectAgent, type Person, signUp } from '../support/agent.ts'
import { createBrowser } from '../support/browser.ts'
import { deadLink } from '../support/links.ts'
import { PAGE_PATHS } from '../support/page-paths.ts'
import { onBothEngines } from '../support/service.ts'

const GERMAN = { 'accept-language': 'fr, de-AT;q=0.8, en;q=0.5' }

/** Texts that say something, of several words. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return /\p{L} \p{L}/u.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

const germanTexts = new Set(textsOf(german))
const englishTexts = textsOf(english).filter((text) => !germanTexts.has(text))

/** English texts that a page shows or speaks. */
function englishOn(text: string): string[] {
  return englishTexts.filter((one) => {
    const at = text.indexOf(escapeHtml(one))
    return (
      at >= 0 && /[\s>"“(]/.test(text[at - 1]!) && /[\s<".,:!?”)]/.test(text[at + escapeHtml(one).length]!)
    )
  })
}

onBothEngines('With a German browser', (service) => {
  let person: Person
  let agent: Agent
  let item: string
  const baseUrl = () => service().baseUrl
  before(async () => {
    person = await signUp(baseUrl())
    agent = await connectAgent(baseUrl(), person)
    item = (await agent.save({ url: deadLink('one'), title: 'Eins', tags: ['web'], reason: 'Darum' }))
      .properties.id
  })

  it('public pages are German, and vary by language', async () => {
    const browser = createBrowser(baseUrl())
    for (const path of ['/', '/login', '/signup', '/forgot', '/nowhere']) {
      const page = await browser.open(path, GERMAN)
      assert.match(page.text, /<html lang="de"/, path)
      assert.match(page.headers.get('vary')!, /Accept-Language/, path)
      assert.deepEqual(englishOn(page.text), [], path)
    }
    const manifest = await fetch(`${baseUrl()}/manifest.webmanifest`, { headers: GERMAN })
    assert.match(await manifest.text(), /"lang":"de"/)
    for (const headers of [{}, { 'accept-language': 'fr, en' }, { 'accept-language': 'de;q=0, *' }])
      assert.match((await browser.open('/', headers)).text, /<html lang="en"/)
  })

  it('a person’s pages are German', async () => {
    const others = ['/queue?state=removed', '/queue?q=eins', '/queue?q=nirgends', '/queue?q=%22', '/save']
    for (const path of [...PAGE_PATHS, ...others, `/queue/items/${item}`, '/agents/nobody']) {
      const { text } = await person.browser.open(path, GERMAN)
      assert.match(text, /<html lang="de"/, path)
      assert.deepEqual(englishOn(text), [], path)
    }
  })

  it('the result of a form is German, and so are its errors', async () => {
    const page = await person.browser.open('/save', GERMAN)
    const wrong = await person.browser.submit(
      page,
      { url: 'https://user:secret@example.org/' },
      { action: '/queue/save-link', headers: GERMAN },
    )
    assert.match(wrong.text, /<html lang="de"/)
    assert.deepEqual(englishOn(wrong.text), [])
    const late = await createBrowser(baseUrl()).open('/reset?token=x', GERMAN)
    assert.doesNotMatch(late.text, /This link has been used/)
  })

  it('an error in a form names its field by its label, in the language of the page', async () => {
    const cases: [action: string, fields: Record<string, string>, english: string, german: string][] = [
      [
        '/queue/save-search',
        { name: '', query: '' },
        '“Name” is required. “Search” is required.',
        'Fülle „Name“ aus.',
      ],
      [
        `/queue/items/${item}/tag-item`,
        { tag: 'a,b' },
        '“Tag” takes one tag; a comma separates tags.',
        '„Schlagwort“ ist ein einzelnes Schlagwort; ein Komma trennt mehrere.',
      ],
      [
        '/queue/save-link',
        { url: 'https://example.org/', tags: Array.from({ length: 40 }, (_, index) => index).join() },
        ' takes at most 30 tags.',
        ' darf höchstens 30 Schlagwörter haben.',
      ],
      [
        '/queue/save-link',
        { url: Array.from({ length: 101 }, (_, index) => deadLink(String(index))).join('\n') },
        'Save at most 100 links at once; there are 101.',
        'Speichere höchstens 100 Links auf einmal; es sind 101.',
      ],
    ]
    for (const [action, fields, ...expected] of cases) {
      for (const [index, headers] of [{}, GERMAN].entries()) {
        const page = await person.browser.open('/queue', headers)
        const { form_token: token = '' } = page.forms.find(({ fields }) => 'form_token' in fields)!.fields
        const forms = [
          {
            action,
            method: 'post',
            fields: { form_token: token, return: action.endsWith('search') ? '/queue/searches' : '/queue' },
          },
        ]
        const { text } = await person.browser.submit({ ...page, forms }, fields, { action, headers })
        assert.ok(text.includes(expected[index]!), `${action}: ${expected[index]}`)
      }
    }
  })

  it('undo and redo are reported in German', async () => {
    const submit = async (action: string, fields = {}) =>
      person.browser.submit(await person.browser.open('/queue', GERMAN), fields, { action, headers: GERMAN })
    const done = await submit(`/queue/items/${item}/favourite-item`)
    const undone = await person.browser.submit(done, {}, { action: '/queue/undo-change', headers: GERMAN })
    assert.match(undone.text, /Rückgängig gemacht\./)
    const redone = await person.browser.submit(undone, {}, { action: '/queue/undo-change', headers: GERMAN })
    assert.match(redone.text, /Wiederholt\.[^]*?>Rückgängig</)
  })

  it('an invalid search is explained beside its field', async () => {
    for (const query of ['(a OR', 'under:xyz']) {
      const { text } = await person.browser.open(`/queue?q=${encodeURIComponent(query)}`)
      assert.match(text, /id="search-words"/, query)
    }
  })

  it('lists are rendered in the language of each reader, even from the cache', async () => {
    const first = await person.browser.open('/queue', GERMAN)
    const second = await person.browser.open('/queue', {})
    assert.match(first.text, /<html lang="de"/)
    assert.match(second.text, /<html lang="en"/)
    const third = await person.browser.open('/queue', GERMAN)
    assert.deepEqual(englishOn(third.text), [])
  })

  it('the language in Settings takes precedence over the browser’s', async () => {
    const page = await person.browser.open('/account', {})
    const saved = await person.browser.submit(page, { language: 'de' }, { action: '/settings' })
    assert.match(saved.text, /<html lang="de"/)
    assert.match((await person.browser.open('/queue', { 'accept-language': 'en' })).text, /<html lang="de"/)
    const german = await person.browser.open('/account', {})
    await person.browser.submit(german, { language: 'browser' }, { action: '/settings' })
    assert.match((await person.browser.open('/queue', {})).text, /<html lang="en"/)
  })

  it('the change of language is confirmed in the new language', async () => {
    const page = await person.browser.open('/account')
    const saved = await person.browser.submit(page, { language: 'de' }, { action: '/settings' })
    assert.deepEqual(englishOn(saved.text), [])
    await person.browser.submit(saved, { language: 'browser' }, { action: '/settings' })
  })

  it('programs get English whatever they accept', async () => {
    const refused = await agent.call('/queue/items/none', { headers: GERMAN })
    assert.match(await refused.text(), /There is no such item/)
  })
})
