import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { dayOfDate, instantIn, parseTimeZone } from '../../src/text/time-zone.ts'
import { withoutAvatars } from '../support/history.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp } from '../support/agent.ts'
import { startChromium, sessionCookies } from '../support/chromium.ts'
import { deadLink } from '../support/links.ts'
import { checkLooks } from '../support/looks.ts'
import { onBothEngines } from '../support/service.ts'

const ZONE = 'rq_time_zone'

onBothEngines('The activity page', (service) => {
  let person: Person
  let agent: Agent
  let ids: string[]
  let chromium: Browser
  before(async () => {
    // 22:30 UTC: the next day east of Europe, still the afternoon in New York.
    const now = service().clock.now()
    service().clock.advance(Math.ceil(now / DAY_LENGTH + 1) * DAY_LENGTH - 90 * 60_000 - now)
    service().clock.hold()
    person = await signUp(service().baseUrl)
    agent = await connectAgent(service().baseUrl, person, 'Claude')
    chromium = await startChromium()
    const items: Entity[] = []
    for (let count = 0; count < 60; count++)
      items.push(await agent.save({ url: deadLink(`acts/${count}`), title: `Item ${count}` }))
    ids = items.map(({ properties }) => properties.id)
  })
  after(() => chromium.close())

  const change = (fields: Record<string, unknown>) =>
    agent.call('/queue/change-items', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    })
  const textOf = (markup: string) =>
    withoutAvatars(markup)
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
  async function acts(): Promise<string[]> {
    const { text } = await person.browser.open('/history')
    return [...text.matchAll(/<li class="act"[^]*?<\/summary>/g)].map(([head]) => textOf(head))
  }
  const isoDay = (offset: number) =>
    new Date(service().clock.now() + offset).toISOString().slice(0, 'YYYY-MM-DD'.length)

  it('shows an act in one line that opens, with one undo for all of it', async () => {
    assert.equal((await change({ items: ids.slice(0, 12), action: 'tag-item', tag: 'tea' })).status, 200)
    assert.deepEqual(await acts(), ['22:30 Claude tagged 12 items'])
    const page = await person.browser.open('/history')
    const undo = page.forms.find(({ fields }) => fields['extent'] === 'act')
    assert.ok(undo)
    await person.browser.submit({ ...page, forms: [undo] }, {})
    assert.deepEqual(await acts(), ['22:30 You undid 12 changes', '22:30 Claude tagged 12 items'])
    const { properties } = await agent.entity('/queue?tag=tea')
    assert.equal(properties.count, 0)
  })

  it('counts all changes of an act that do not fit on a page', async () => {
    assert.equal((await change({ items: ids, action: 'favourite-item' })).status, 200)
    assert.deepEqual(await acts(), ['22:30 Claude added 60 items to favourites'])
    assert.match((await person.browser.open('/history')).text, /and 10 more/)
  })

  it('shows the whole act even if filtered by its action', async () => {
    const { text } = await person.browser.open('/history?action=favourite-item')
    assert.match(textOf(text), /Claude added 60 items to favourites/)
    assert.match(text, /and 10 more/)
  })

  it('shows times and days in the browser’s time zone, and in UTC if that is unknown', async () => {
    const headings = async () => {
      const { text } = await person.browser.open('/history')
      return [...text.matchAll(/<h2 id="day-[^>]*>([^<]*)/g)].map(([, title]) => title)
    }
    assert.deepEqual(await headings(), ['Today'])
    assert.match((await person.browser.open('/history')).text, /Times are in UTC/)
    person.browser.cookies.set(ZONE, 'Asia/Kolkata')
    assert.deepEqual(await acts(), ['04:00 Claude added 60 items to favourites'])
    assert.doesNotMatch((await person.browser.open('/history')).text, /Times are in UTC/)
    // Somebody whose zone this is needs no hint.
    person.browser.cookies.set(ZONE, 'UTC')
    assert.doesNotMatch((await person.browser.open('/history')).text, /Times are in UTC/)
    person.browser.cookies.set(ZONE, 'Asia/Kolkata')
    service().clock.advance(DAY_LENGTH)
    assert.deepEqual(await headings(), ['Yesterday'])

    // A day of the filter is the person's own.
    const path = `/agents/${agent.clientId}`
    const changesOf = async (day: string) =>
      [...(await person.browser.open(`${path}?day=${day}`)).text.matchAll(/id="change-/g)].length
    const [utcDay, ownDay] = [isoDay(-DAY_LENGTH), isoDay(0)]
    assert.deepEqual([await changesOf(utcDay), await changesOf(ownDay)], [0, 50])
    const preview = await person.browser.open(`${path}/undo?since=${ownDay}T04:00`)
    assert.match(textOf(preview.text), /04:00 \(Asia\/Calcutta time\)|04:00 \(Asia\/Kolkata time\)/)
    for (const odd of ['Mars/Olympus', '../../etc', 'x'.repeat(9000), '%00', '"><script>']) {
      person.browser.cookies.set(ZONE, odd)
      assert.deepEqual(await acts(), ['22:30 Claude added 60 items to favourites'], odd)
      assert.match((await person.browser.open('/history')).text, /Times are in UTC/, odd)
    }
    person.browser.cookies.delete(ZONE)
  })

  it('gets the time zone from a browser with scripts without any action by the person', async () => {
    const context = await chromium.newContext({
      timezoneId: 'America/New_York',
      viewport: { width: 390, height: 844 },
    })
    const url = service().baseUrl
    await context.addCookies(sessionCookies(person, url))
    const page = await context.newPage()
    await page.goto(`${url}/history`)
    const expected = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'America/New_York' })
    const act = page.locator('.act').first()
    const time = expected.format(service().clock.now() - DAY_LENGTH)
    await act.locator('> .at', { hasText: time }).waitFor()
    assert.equal(await page.getByText('Times are in UTC').count(), 0)
    await act.locator('summary').click()
    await act.getByRole('link', { name: 'Item 59', exact: true }).waitFor()
    await checkLooks(page, 'an opened act')
    await context.close()
  })
})

describe('A time zone', () => {
  it('has days of 23 and 25 hours', () => {
    const hours = (date: string) => {
      const { start, end } = dayOfDate('Europe/Berlin', date)!
      return (end - start) / 3_600_000
    }
    assert.deepEqual(['2026-03-29', '2026-10-25', '2026-11-22'].map(hours), [23, 25, 24])
    assert.equal(instantIn('Europe/Berlin', '2026-07-01T14:02'), Date.UTC(2026, 6, 1, 12, 2))
    assert.equal(instantIn('Europe/Berlin', '2026-13-01T14:02'), undefined)
    assert.equal(dayOfDate('UTC', '2026-02-30'), undefined)
    assert.equal(parseTimeZone('europe/berlin'), 'Europe/Berlin')
    assert.equal(parseTimeZone('nowhere'), undefined)
  })
})

const DAY_LENGTH = 86_400_000
