import assert from 'node:assert/strict'
import { it } from 'node:test'
import { unzipped } from '../library/read.ts'
import { connectAgent, type Entity, signUp } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { onBothEngines } from '../support/service.ts'

onBothEngines('The page that exports a list', (service) => {
  async function reader() {
    const person = await signUp(service().baseUrl)
    const agent = await connectAgent(service().baseUrl, person)
    const items: Entity[] = []
    for (const title of ['A grebe', 'A heron', 'Another heron'])
      items.push(await agent.save({ url: deadLink(title.replaceAll(' ', '-')), title }))
    return { browser: person.browser, email: person.email, ids: items.map(({ properties }) => properties.id) }
  }
  const heron = `${deadLink('Another-heron')}\n${deadLink('A-heron')}\n`

  it('is linked from the list, says how many items there are, and gives the file', async () => {
    const { browser, email } = await reader()
    const list = await browser.open('/queue?q=heron')
    const [, href = ''] = /href="(\/queue\/export\?[^"]+)"/.exec(list.text)!
    const page = await browser.open(href.replaceAll('&amp;', '&'))
    assert.match(page.text, /2 items of this list\./)
    assert.match(page.text, /<a class="button quiet" href="\/queue\?q=heron">Back to the list/)
    assert.deepEqual(
      [...page.text.matchAll(/name="format" value="(\w+)"/g)].map(([, name]) => name),
      ['json', 'html', 'csv', 'markdown', 'text', 'highlights', 'annotations'],
    )
    const form = page.forms.find(({ action }) => action === '/queue/export')!
    assert.equal(form.method.toLowerCase(), 'get')
    const file = await browser.open(
      `/queue/export?${new URLSearchParams({ ...form.fields, format: 'text' })}`,
    )
    assert.equal(file.text, heron)
    assert.match(
      file.headers.get('content-disposition')!,
      /^attachment; filename="reading-queue-[\d-]+\.txt"$/,
    )
    const json = JSON.parse((await browser.open('/queue/export?format=json&q=heron')).text) as Entity
    assert.deepEqual([json.account, json.items.length], [email, 2])
    assert.match((await browser.open('/queue/export?q=bittern')).text, /There is nothing to export/)
    assert.match((await browser.open('/queue/export')).text, /3 items of this list\./)
  })

  it('accepts the selected items of a list, and of nobody else', async () => {
    const { browser, ids } = await reader()
    const other = await reader()
    const list = await browser.open('/queue')
    const select = (items: string[], more: Record<string, string> = {}) =>
      browser.submit(list, { items: items.join(' '), return: '/queue', ...more }, { action: '/queue/export' })
    const page = await select([ids[1], ids[2], other.ids[0]])
    assert.match(page.text, /The file will have the 2 items that you selected\./)
    const file = await browser.submit(page, { format: 'text' }, { action: '/queue/export' })
    assert.equal(file.text.split('\n').toSorted().join('\n'), heron.split('\n').toSorted().join('\n'))
    const nothing = await select([other.ids[0]])
    assert.match(nothing.text, /There is nothing to export/)
    assert.equal((await select([other.ids[0]], { format: 'text' })).text, '')
    const forged = await select([ids[0]], { form_token: 'x', format: 'text' })
    assert.equal(forged.status, 403)
    assert.equal((await select([ids[0]], { format: 'doc' })).status, 422)
  })

  it('offers the Markdown of a list as a ZIP', async () => {
    const { browser } = await reader()
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${service().baseUrl}/queue/export?format=markdown&state=unread`, {
      headers: { cookie, accept: 'text/html' },
    })
    const files = await unzipped(Buffer.from(await response.arrayBuffer()))
    assert.deepEqual([...files.keys()], ['Another heron.md', 'A heron.md', 'A grebe.md'])
  })
})
