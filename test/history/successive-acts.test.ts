import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { withoutAvatars } from '../support/history.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import type { Page } from '../support/browser.ts'
import { startChromium, sessionCookies } from '../support/chromium.ts'
import { deadLink } from '../support/links.ts'
import { checkLooks } from '../support/looks.ts'
import { onBothEngines } from '../support/service.ts'

const MINUTE = 60_000

onBothEngines('Successive acts of an agent', (service) => {
  let chromium: Browser
  before(async () => {
    chromium = await startChromium()
    service().clock.hold()
  })
  after(() => chromium.close())

  let count = 0
  const save = (agent: Agent) =>
    agent.save({ url: deadLink(`successive/${++count}`), title: `Item ${count}` })
  async function tagged(agent: Agent, item: Entity): Promise<void> {
    const now = await agent.entity(`/queue/items/${item.properties.id}`)
    assert.ok((await submitAction(agent, now, { name: 'tag-item', fields: { tag: 'tea' } })).ok)
  }
  const unread = async (agent: Agent) => (await agent.entity('/queue')).properties.count
  async function busyAgent(): Promise<{ person: Person; agent: Agent }> {
    const person = await signUp(service().baseUrl)
    const agent = await connectAgent(service().baseUrl, person, 'Claude')
    await save(agent)
    service().clock.advance(11 * MINUTE)
    const items = [await save(agent), await save(agent)]
    for (const item of items) await tagged(agent, item)
    return { person, agent }
  }

  it('are one line that opens, with what was done, an undo for all and one for each', async () => {
    const { person, agent } = await busyAgent()
    const page = await person.browser.open('/history')
    assert.deepEqual(summariesOf(page), ['Claude tagged 2 items and saved 2'])
    // The first was long before, and stands by itself.
    assert.equal([...page.text.matchAll(/<li class="change/g)].length, 5)
    assert.equal(page.forms.filter(({ action }) => action === UNDO_CHANGE).length, 5)

    const undone = await person.browser.submit(page, {}, { action: undoPath(agent) })
    assert.equal(new URL(undone.url).pathname, '/history')
    assert.match(undone.text, /Undid 4 changes to 2 items\./)
    assert.equal(await unread(agent), 1)
    assert.match(undone.text, /<li class="acts"[^]*?<\/ol>[^]*?<div class="undoing"\s*><span class="state"/)
    await person.browser.submit(undone, {}, { action: UNDO_CHANGE })
    assert.equal(await unread(agent), 3)
  })

  it('don’t include what others did in between, and are split where somebody else acted', async () => {
    const { person, agent } = await busyAgent()
    const other = await connectAgent(service().baseUrl, person, 'ChatGPT')
    await save(other)
    for (let more = 0; more < 3; more++) await save(agent)
    const page = await person.browser.open('/history')
    assert.deepEqual(summariesOf(page), ['Claude saved 3 items', 'Claude tagged 2 items and saved 2'])
    const [, older] = page.forms.filter(({ action }) => action === undoPath(agent))
    await person.browser.submit({ ...page, forms: [older!] }, {})
    assert.equal(await unread(agent), 5)
  })

  it('that highlight one article say how many passages, also of the person, with each quote and the time once', async () => {
    const person = await signUp(service().baseUrl)
    const agent = await connectAgent(service().baseUrl, person, 'Claude')
    const quotes = [1, 2, 3].map((index) => `Passage ${index} has words of its own to be found by.`)
    const html = articlePage('On tea', quotes.map((quote) => `<p>${quote}</p>`).join(''))
    const link = { url: deadLink(`successive/${++count}`), title: 'On tea', html }
    const item = await fetched(agent, await agent.save(link))
    const path = `/queue/items/${item.properties.id}`
    service().clock.advance(11 * MINUTE)
    for (const quote of quotes) {
      const now = await agent.entity(path)
      assert.ok((await submitAction(agent, now, { name: 'highlight-item', fields: { quote } })).ok)
    }
    const history = await person.browser.open('/history')
    assert.deepEqual(summariesOf(history), ['Claude highlighted 3 passages in “On tea”'])
    assert.deepEqual(quotesOf(history), quotes.toReversed())
    assert.equal([...history.text.matchAll(/<p class="at repeated"/g)].length, 3)
    assert.match((await person.browser.open('/agents')).text, /highlighted 3 passages/)

    await person.browser.submit(history, {}, { action: undoPath(agent) })
    service().clock.advance(11 * MINUTE)
    const action = `${path}/highlight-item`
    for (const quote of quotes)
      await person.browser.submit(await person.browser.open(path), { quote }, { action })
    const own = await person.browser.open('/history')
    assert.equal(summariesOf(own)[0], 'You highlighted 3 passages in “On tea”')
  })

  it('have no common undo on a page filtered by action, and no common line on the history of an item', async () => {
    const { person, agent } = await busyAgent()
    for (let more = 0; more < 3; more++) await save(agent)
    const saves = await person.browser.open(`/history?action=save-link`)
    assert.deepEqual(summariesOf(saves), ['Claude saved 5 items'])
    assert.ok(saves.forms.every(({ action }) => action !== undoPath(agent)))
    const item = await save(agent)
    for (let more = 0; more < 3; more++) {
      await submitAction(agent, await agent.entity(`/queue/items/${item.properties.id}`), {
        name: 'edit-item',
        fields: { title: `Title ${more}` },
      })
    }
    const history = await person.browser.open(`/history?item=${item.properties.id}`)
    assert.equal([...history.text.matchAll(/<li class="change/g)].length, 4)
    assert.deepEqual(summariesOf(history), [])
  })

  it('are shown once on each page, with an act that is split', async () => {
    const { person, agent } = await busyAgent()
    const items: Entity[] = []
    for (let more = 0; more < 52; more++) items.push(await save(agent))
    await agent.call('/queue/change-items', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ items: items.map(({ properties }) => properties.id), action: 'mark-read' }),
    })
    const first = await person.browser.open('/history')
    assert.deepEqual(summariesOf(first), [])
    assert.match(withoutAvatars(first.text).replaceAll(/<[^>]*>/g, ''), /Claude\s+marked 52 items as read/)
    const second = await person.browser.open(olderOf(first))
    const third = await person.browser.open(olderOf(second))
    assert.deepEqual(summariesOf(second), ['Claude saved 48 items'])
    const ids = [first, second, third].flatMap(({ text }) => [...text.matchAll(/id="(change-\d+)"/g)])
    assert.equal(new Set(ids.map(([, id]) => id)).size, 52 + 52 + 5)
    assert.equal(ids.length, 52 + 52 + 5)
  })

  it('can be undone by nobody else, and not beyond what the form contains', async () => {
    const { person, agent } = await busyAgent()
    const stranger = await signUp(service().baseUrl)
    const page = await person.browser.open('/history')
    const theirs = await stranger.browser.open('/agents')
    const action = undoPath(agent)
    const foreign = { ...theirs, forms: [{ ...theirs.forms[0]!, action }] }
    assert.equal((await stranger.browser.submit(foreign, { since: '0' }, { action })).status, 404)
    const sent = await person.browser.submit(page, { return: '//evil.example/' }, { action })
    assert.equal(new URL(sent.url).origin, service().baseUrl)
    assert.equal(await unread(agent), 1)
  })

  it('read well in German, on a phone', async () => {
    const { person } = await busyAgent()
    const context = await chromium.newContext({
      locale: 'de-DE',
      timezoneId: 'America/New_York',
      viewport: { width: 390, height: 844 },
    })
    const url = service().baseUrl
    await context.addCookies(sessionCookies(person, url))
    const page = await context.newPage()
    await page.goto(`${url}/history`)
    const line = page.locator('.acts')
    await line
      .locator('summary', {
        hasText: 'Claude hat 2 Einträge verschlagwortet und 2 gespeichert',
      })
      .click()
    await line
      .getByRole('link', { name: `Item ${count}`, exact: true })
      .first()
      .waitFor()
    await checkLooks(page, 'opened acts')
    await context.close()
  })
})

const UNDO_CHANGE = '/queue/undo-change'

const undoPath = (agent: Agent) => `/agents/${agent.clientId}/undo`

function summariesOf({ text }: Page): string[] {
  return [...text.matchAll(/<li class="acts[ "][^]*?<summary[^>]*>([^]*?)<\/summary>/g)].map(([, summary]) =>
    withoutAvatars(summary!)
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
}

function quotesOf({ text }: Page): string[] {
  return [...text.matchAll(/<blockquote class="quoted"[^>]*>\s*<a [^>]*>([^<]*)<\/a/g)].map(
    ([, quote]) => quote!,
  )
}

function olderOf({ text }: Page): string {
  const href = /href="([^"]*below=\d+)"/.exec(text)?.[1]
  assert.ok(href)
  return href.replaceAll('&amp;', '&')
}
