import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import {
  type Agent,
  connectAgent,
  connectExtension,
  type Entity,
  type Person,
  signUp,
  submitAction,
} from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { onBothEngines } from '../support/service.ts'
import { linkOf } from '../support/siren-check.ts'

onBothEngines('The saver of an item', (service) => {
  let person: Person
  let claude: Agent
  let scout: Agent

  before(async () => {
    person = await signUp(service().baseUrl)
    claude = await connectAgent(service().baseUrl, person, 'Claude')
    scout = await connectAgent(service().baseUrl, person, 'Scout')
  })

  async function saveInTheWebApp(url: string): Promise<Entity> {
    const page = await person.browser.open('/queue')
    await person.browser.submit(page, { url }, { action: '/queue/save-link' })
    const queue = await claude.entity('/queue?limit=100')
    const item = queue.entities.find((item: Entity) => item.properties.url === url)
    assert.ok(item, `${url} was saved`)
    return item
  }

  it('is the agent, by name and registration, with its reason', async () => {
    const item = await claude.save({ url: deadLink('by-claude'), reason: 'You asked for hypermedia' })
    assert.deepEqual(item.properties.savedBy, { id: claude.clientId, name: 'Claude' })
    assert.equal(item.properties.reason, 'You asked for hypermedia')
  })

  it('is the person if they saved it in the web app', async () => {
    const item = await saveInTheWebApp(deadLink('by-person'))
    assert.equal(item.properties.savedBy, null)
    assert.equal(item.properties.reason, null)
  })

  it('is the latest one to save it', async () => {
    const url = deadLink('by-all')
    await claude.save({ url, reason: 'First' })
    const second = await scout.save({ url, reason: 'Second' })
    assert.deepEqual(second.properties.savedBy, { id: scout.clientId, name: 'Scout' })
    assert.equal(second.properties.reason, 'Second')
    const third = await saveInTheWebApp(url)
    assert.equal(third.properties.id, second.properties.id)
    assert.equal(third.properties.savedBy, null)
  })

  it('does not keep an earlier saver’s reason', async () => {
    const url = deadLink('reason-of-another')
    await claude.save({ url, reason: 'Claude said so' })
    const again = await scout.save({ url })
    assert.equal(again.properties.savedBy.name, 'Scout')
    assert.equal(again.properties.reason, null)
  })

  it('stays the same when another agent changes the item', async () => {
    const item = await claude.save({ url: deadLink('changed-by-another') })
    await submitAction(scout, item, { name: 'edit-item', fields: { title: 'Changed' } })
    await submitAction(scout, item, { name: 'remove-item' })
    const restorable = await scout.entity(linkOf(item, 'self')!)
    await submitAction(scout, restorable, { name: 'restore-item' })
    const after = await scout.entity(linkOf(item, 'self')!)
    assert.deepEqual(after.properties.savedBy, { id: claude.clientId, name: 'Claude' })
  })

  it('can’t be chosen by the agent', async () => {
    const members = { savedBy: { id: 'x', name: 'Somebody else' }, savedAt: '1970-01-01T00:00:00.000Z' }
    const refused = await claude.call('/queue', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: deadLink('pretended'), ...members }),
    })
    assert.equal(refused.status, 422)
    const { errors } = (await refused.json()) as Entity
    assert.deepEqual(
      errors.map(({ pointer }: { pointer: string }) => pointer),
      ['#/savedBy', '#/savedAt'],
    )
  })

  it('is recorded for each of several links saved together', async () => {
    const response = await scout.call('/queue/save-links', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ links: [{ url: deadLink('m1'), reason: 'One' }, deadLink('m2')] }),
    })
    const { entities } = (await response.json()) as Entity
    assert.deepEqual(
      entities.slice(0, 2).map((item: Entity) => [item.properties.savedBy.name, item.properties.reason]),
      [
        ['Scout', null],
        ['Scout', 'One'],
      ],
    )
  })

  it('does not make an agent’s title, note and reason the person’s own', async () => {
    const url = deadLink('words-of-an-agent')
    const item = await claude.save({ url, title: 'Called so', note: 'Read this first', reason: 'It fits' })
    const claudeIs = { id: claude.clientId, name: 'Claude' }
    assert.deepEqual([item.properties.titleBy, item.properties.noteBy], [claudeIs, claudeIs])
    const path = `/queue/items/${item.properties.id}`
    const page = await person.browser.open(path)
    assert.match(page.text, /Saved and titled [^]*by [^]*<bdi>Claude/)
    assert.match(page.text, /Note by <bdi>Claude/)
    assert.match(page.text, /Reason:/)
    assert.doesNotMatch(page.text, /Your note/)
    assert.match((await person.browser.open('/queue')).text, /title by <bdi>Claude[^]*Note by <bdi>Claude/)

    await person.browser.submit(page, { note: 'My own words' }, { action: `${path}/edit-item` })
    const edited = await claude.entity(linkOf(item, 'self')!)
    assert.deepEqual([edited.properties.titleBy, edited.properties.noteBy], [claudeIs, null])
    assert.match((await person.browser.open(path)).text, /Your note/)

    const history = await person.browser.open(`/history?item=${item.properties.id}`)
    await person.browser.submit(history, {}, { action: '/queue/undo-change' })
    const undone = await claude.entity(linkOf(item, 'self')!)
    assert.deepEqual([undone.properties.note, undone.properties.noteBy], ['Read this first', claudeIs])
    await scout.save({ url, note: 'Not heard' })
    const again = await claude.entity(linkOf(item, 'self')!)
    assert.deepEqual([again.properties.note, again.properties.noteBy], ['Read this first', claudeIs])
  })

  it('is the person where they write in their own browser, even through the extension', async () => {
    const extension = await connectExtension(service().baseUrl, person)
    const item = await extension.save({
      url: deadLink('by-extension'),
      title: 'As the tab says',
      note: 'Mine',
    })
    assert.deepEqual([item.properties.titleBy, item.properties.noteBy], [null, null])
    const list = await person.browser.open('/queue?limit=100')
    assert.match(list.text, /<span class="browser">saved from Chrome<\/span>/)
    const article = await person.browser.open(new URL(item.links[0].href).pathname)
    assert.match(article.text, /<span>Saved .* from Chrome<\/span>/)
  })
})
