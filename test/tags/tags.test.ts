import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { type Agent, connectAgent, type Entity, type Person, signUp } from '../support/agent.ts'
import { accountIdOf, readHistory } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { onBothEngines } from '../support/service.ts'

onBothEngines('The page of tags', (service) => {
  let person: Person
  let agent: Agent
  let accountId: string
  before(async () => {
    person = await signUp(service().baseUrl)
    agent = await connectAgent(service().baseUrl, person)
    accountId = await accountIdOf(service(), person.email)
  })

  const save = (links: object[]) =>
    agent.entity('/queue/save-links', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ links }),
    })
  const countOf = async (tag: string): Promise<number> => {
    const { text } = await person.browser.open('/tags')
    const [, shown = '0'] =
      new RegExp(`<bdi>${tag}</bdi></a>\\s*</div>\\s*<span class="item-count"[^]*?(\\d+) item`).exec(text) ??
      []
    return Number(shown)
  }
  const history = () => readHistory(service(), accountId)

  it('renames and merges tags of any size in one act, which can be undone', async () => {
    // More than one transaction has.
    const links = Array.from({ length: 70 }, (_, index) => ({
      url: deadLink(`many/${index}`),
      tags: ['webb'],
    }))
    await save([...links, { url: deadLink('both'), tags: ['webb', 'web', 'other'] }])
    await save([{ url: deadLink('one'), tags: ['web'] }])
    assert.deepEqual([await countOf('webb'), await countOf('web')], [71, 2])

    const edit = await person.browser.open('/tags?edit=webb')
    const done = await person.browser.submit(edit, { to: ' #Web ' }, { action: '/tags/rename' })
    assert.ok(done.text.includes('Renamed “webb” to “web” on 71 items.'), done.text)
    assert.deepEqual([await countOf('webb'), await countOf('web')], [0, 72])
    const renamed = (await history()).filter(({ action }) => action === 'rename-tag')
    assert.deepEqual([renamed.length, new Set(renamed.map(({ act }) => act)).size], [71, 1])

    const undone = await person.browser.submit(done, {}, { action: '/queue/undo-change' })
    assert.ok(undone.text.includes('Undone.'))
    assert.deepEqual([await countOf('webb'), await countOf('web')], [71, 2])
    const both = (await agent.entity('/queue?tag=other')).entities[0]
    assert.deepEqual(both.properties.tags, ['other', 'web', 'webb'])
  })

  it('deletes a tag, and keeps its items', async () => {
    const edit = await person.browser.open('/tags?edit=other')
    const done = await person.browser.submit(edit, {}, { action: '/tags/delete' })
    assert.ok(done.text.includes('Deleted “other” from 1 item.'))
    assert.equal(await countOf('other'), 0)
    await person.browser.submit(done, {}, { action: '/queue/undo-change' })
    assert.equal(await countOf('other'), 1)
  })

  it('shows an error beside the field, and changes nothing', async () => {
    const before = (await history()).length
    const edit = await person.browser.open('/tags?edit=web')
    const wrong = await person.browser.submit(edit, { to: 'x'.repeat(60) }, { action: '/tags/rename' })
    assert.match(wrong.text, /role="alert"/)
    assert.match(wrong.text, /aria-invalid="true"/)
    const nothing = await person.browser.submit(
      edit,
      { tag: '<nothing>', to: 'x' },
      { action: '/tags/rename' },
    )
    assert.ok(nothing.text.includes('no item has this tag'))
    assert.equal((await history()).length, before)
    assert.equal(
      (await fetch(`${service().baseUrl}/tags/rename`, { method: 'POST', redirect: 'manual' })).status,
      303,
    )
  })

  it('are filtered by a part of their names, and sorted by their items, page by page', async () => {
    const other = await signUp(service().baseUrl)
    const { db } = service().running.services
    const account = await accountIdOf(service(), other.email)
    const rows = Array.from({ length: 230 }, (_, index) => ({ tag: `t${1000 + index}`, count: 300 - index }))
    for (const { tag, count } of [...rows, { tag: '100%', count: 5 }, { tag: 'a', count: 1 }])
      await db.run('INSERT INTO tag_counts (account_id, tag, count) VALUES (?, ?, ?)', account, tag, count)
    const namesOf = (text: string) =>
      [...text.matchAll(/<bdi>([^<]*)<\/bdi><\/a\s*>\s*<\/div>/g)].map(([, name]) => name)
    const open = async (path: string) => (await other.browser.open(path)).text
    assert.deepEqual(
      namesOf(await open('/tags?q=T12')),
      rows.slice(200).map(({ tag }) => tag),
    )
    assert.deepEqual(namesOf(await open('/tags?q=%25')), ['100%'])
    assert.ok((await open('/tags?q=zzz')).includes('No tag contains this.'))
    const first = await open('/tags?sort=count')
    assert.deepEqual(namesOf(first).slice(0, 2), ['t1000', 't1001'])
    const [, next = ''] = /rel="next" href="([^"]*)"/.exec(first) ?? []
    const second = namesOf(await open(next.replaceAll('&amp;', '&')))
    assert.deepEqual([second.length, second[0], second.at(-1)], [32, 't1200', 'a'])
    // The one after which a page begins may be gone.
    assert.deepEqual(namesOf(await open('/tags?sort=count&after=gone')).slice(0, 1), ['t1000'])
    // Few tags need no filter.
    assert.ok(!(await person.browser.open('/tags')).text.includes('managed-filter'))
  })

  it('provides the tags of the palette, for the session’s account only', async () => {
    const { browser } = person
    const search = async (query: string) => {
      const page = await browser.open(`/search/live?${query}`)
      return { status: page.status, answer: JSON.parse(page.text) as Entity }
    }
    await agent.save({ url: deadLink('live'), title: '<b>Live</b> heron', note: 'a note' })
    const { answer } = await search('q=heron')
    assert.deepEqual(
      answer.entries.map(({ label }: Entity) => label),
      ['<b>Live</b> heron', 'Show all results'],
    )
    assert.equal(answer.words, '1 result')
    const many = await search('q=tag:webb')
    assert.deepEqual([many.answer.entries.length, many.answer.words], [7, '71 results'])
    assert.equal(many.answer.entries[0].href, '/queue?q=tag%3Awebb')
    const none = (await search('q=zzzzzz')).answer
    assert.deepEqual([none.words, none.entries], ['No results', []])
    const wrong = await search('q=is:nothing')
    assert.equal(wrong.status, 422)
    assert.match(wrong.answer.words, /is:/)
    const outside = await fetch(`${service().baseUrl}/search/live?q=heron`, { redirect: 'manual' })
    assert.equal(outside.status, 303)
  })
})
