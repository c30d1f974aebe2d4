import assert from 'node:assert/strict'
import { it } from 'node:test'
import { bearerAuth, Client, Problem, type Resource, type State } from 'ketting'
import { connectAgent, signUp } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { onBothEngines, type TestService } from '../support/service.ts'

type Properties = Record<string, unknown>

onBothEngines('Ketting, a generic Siren client', (service) => {
  /** A client that knows only the entry point and a token. */
  async function connect(running: TestService): Promise<Client> {
    const agent = await connectAgent(running.baseUrl, await signUp(running.baseUrl), 'Ketting')
    const client = new Client(`${running.baseUrl}/queue`)
    client.use(bearerAuth(agent.access))
    return client
  }

  async function items(queue: Resource<Properties>): Promise<Resource<Properties>[]> {
    return (await queue.refresh()).followAll<Properties>('item')
  }

  async function titles(queue: Resource<Properties>): Promise<unknown[]> {
    return Promise.all((await items(queue)).map(async (item) => (await item.get()).data['title']))
  }

  it('saves a link, edits, tags, marks, removes and restores it, by links and actions alone', async () => {
    const client = await connect(service())
    const queue = client.go<Properties>()
    const start = await queue.get()
    assert.deepEqual(start.data['totals'], { unread: 0, read: 0, snoozed: 0, favourite: 0, removed: 0 })

    const save = start.action('save-link')
    assert.deepEqual(
      save.fields.map(({ name }) => name),
      ['url', 'title', 'tags', 'note', 'reason', 'html', 'keep'],
    )
    const saved: State<Properties> = await save.submit({
      url: deadLink('ketting'),
      tags: 'web',
      reason: 'Found by Ketting',
    })
    assert.equal(saved.data['title'], '127.0.0.1:9/ketting')
    assert.deepEqual(saved.data['tags'], ['web'])
    assert.equal((saved.data['savedBy'] as Properties)['name'], 'Ketting')

    const [item] = await items(queue)
    assert.ok(item)
    assert.equal(item.uri, saved.links.get('self')?.href)

    await (await item.refresh()).action('tag-item').submit({ tag: 'deep work' })
    await (await item.refresh()).action('untag-item').submit({ tag: 'web' })
    await (await item.refresh()).action('edit-item').submit({ title: 'Edited', note: 'Noted' })
    const edited = await item.refresh()
    assert.deepEqual(
      [edited.data['title'], edited.data['note'], edited.data['tags']],
      ['Edited', 'Noted', ['deep work']],
    )

    await edited.action('mark-read').submit({})
    const read = await item.refresh()
    assert.notEqual(read.data['readAt'], null)
    assert.deepEqual(await titles(queue), [])
    await read.action('mark-unread').submit({})
    await (await item.refresh()).action('favourite-item').submit({})
    await (await item.refresh()).action('unfavourite-item').submit({})
    assert.deepEqual(await titles(queue), ['Edited'])

    await (await item.refresh()).action('remove-item').submit({})
    assert.deepEqual(await titles(queue), [])
    const removed = await item.refresh()
    assert.deepEqual(
      removed.actions().map(({ name }) => name),
      ['restore-item'],
    )
    await removed.action('restore-item').submit({})
    assert.deepEqual(await titles(queue), ['Edited'])
    assert.deepEqual((await queue.refresh()).data['totals'], {
      unread: 1,
      read: 0,
      snoozed: 0,
      favourite: 0,
      removed: 0,
    })
  })

  it('deletes an item like any other resource', async () => {
    const client = await connect(service())
    const queue = client.go<Properties>()
    await (await queue.get()).action('save-link').submit({ url: deadLink('deleted') })
    const [item] = await items(queue)
    await item!.delete()
    assert.deepEqual((await queue.refresh()).data['totals'], {
      unread: 0,
      read: 0,
      snoozed: 0,
      favourite: 0,
      removed: 1,
    })
  })

  it('gets one item when it saves the same link twice', async () => {
    const client = await connect(service())
    const queue = client.go<Properties>()
    const save = (await queue.get()).action('save-link')
    const first: State<Properties> = await save.submit({ url: deadLink('twice') })
    const second: State<Properties> = await save.submit({ url: deadLink('twice') })
    assert.equal(second.data['id'], first.data['id'])
    assert.equal((await items(queue)).length, 1)
  })

  it('saves several links at once and follows next through all pages', async () => {
    const client = await connect(service())
    const queue = client.go<Properties>()
    const links = Array.from({ length: 60 }, (_, index) => deadLink(`several-${index}`))
    await (await queue.get()).action('save-links').submit({ links: links.join('\n') })
    const seen: unknown[] = []
    let page: State<Properties> | undefined = await queue.refresh()
    while (page) {
      for (const item of page.followAll<Properties>('item')) seen.push((await item.get()).data['url'])
      page = page.links.has('next') ? await (await page.follow<Properties>('next')).get() : undefined
    }
    assert.deepEqual(seen, links.toReversed())
  })

  it('searches with all fields unchanged, and with some of them filled in', async () => {
    const client = await connect(service())
    const queue = client.go<Properties>()
    const save = (await queue.get()).action('save-link')
    await save.submit({ url: deadLink('tagged'), tags: 'x' })
    await save.submit({ url: deadLink('plain') })
    const search = async (fields: Properties): Promise<Properties> =>
      (await (await queue.refresh()).action<Properties>('search').submit(fields)).data
    assert.deepEqual((await search({}))['count'], 2)
    const found = await search({ tag: 'x', state: 'all' })
    assert.deepEqual([found['count'], found['tag'], found['state']], [1, 'x', 'all'])
  })

  it('undoes a change of several items with the action in the response', async () => {
    const client = await connect(service())
    const queue = client.go<Properties>()
    await (await queue.get()).action('save-link').submit({ url: deadLink('undone') })
    const changed: State<Properties> = await (
      await queue.refresh()
    )
      .action('change-items')
      .submit({ items: [deadLink('undone')], action: ['mark-read'] })
    const undone: State<Properties> = await changed.action('undo-change').submit({})
    assert.equal(undone.data['changed'], 1)
    assert.equal((await items(queue)).length, 1)
  })

  it('gets the status and title of a refused request', async () => {
    const client = await connect(service())
    const save = (await client.go<Properties>().get()).action('save-link')
    await assert.rejects(save.submit({ url: 'ftp://example.org/' }), (error: unknown) => {
      assert.ok(error instanceof Problem)
      assert.equal(error.status, 422)
      assert.equal(error.body.title, 'Only http and https links can be saved')
      return true
    })
  })

  it('recognises an unchanged page', async () => {
    const { baseUrl } = service()
    const client = await connect(service())
    const etag = (await client.go('/queue').get()).headers.get('ETag')!
    const response = await client.fetcher.fetch(`${baseUrl}/queue`, { headers: { 'if-none-match': etag } })
    assert.equal(response.status, 304)
  })
})
