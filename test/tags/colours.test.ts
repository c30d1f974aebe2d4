import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { DAY } from '../../src/ports/clock.ts'
import { pruneHistory } from '../../src/queue/maintenance/prune-history.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp } from '../support/agent.ts'
import { startChromium, sessionCookies } from '../support/chromium.ts'
import { deadLink } from '../support/links.ts'
import { checkLooks } from '../support/looks.ts'
import { onBothEngines } from '../support/service.ts'

onBothEngines('The colour of a tag', (service) => {
  let person: Person
  let agent: Agent
  let path: string
  let chromium: Browser
  before(async () => {
    person = await signUp(service().baseUrl)
    agent = await connectAgent(service().baseUrl, person)
    chromium = await startChromium()
    const html = `<article><h1>Tea</h1><p>${'Words about tea and water. '.repeat(40)}</p></article>`
    const item = await agent.save({ url: deadLink('coloured'), html, tags: ['tea', 'green'] })
    path = `/queue/items/${item.properties.id}`
  })
  after(() => chromium.close())

  const edit = async (tag: string) => person.browser.open(`/tags?edit=${tag}`)
  const choose = async (tag: string, colour: string) =>
    person.browser.submit(await edit(tag), { colour }, { action: '/tags/colour' })
  /** Where a tag stands on a page, each with its colour. */
  const shown = async (address: string, tag: string) =>
    [
      ...(await person.browser.open(address)).text.matchAll(
        new RegExp(`<bdi(?: data-tag-colour="(\\w+)")?>${tag}</bdi>`, 'g'),
      ),
    ].map(([, colour]) => colour)

  it('is shown wherever the tag is, also in cached lists, and can be removed', async () => {
    assert.deepEqual(await shown('/queue', 'tea'), NONE)
    assert.deepEqual((await shown(path, 'tea')).filter(Boolean), [])
    const chosen = await choose('tea', 'orange')
    assert.match(chosen.text, /Colour of “tea”: Orange/)
    // In the sidebar, the filter and the row; above the article and in the panel of tags.
    assert.deepEqual(await shown('/queue', 'tea'), everywhere('orange'))
    assert.deepEqual((await shown(path, 'tea')).filter(Boolean), everywhere('orange'))
    assert.deepEqual(await shown('/queue', 'green'), NONE)

    const other = await choose('tea', 'blue')
    const undone = await person.browser.submit(other, {}, { action: '/tags/colour' })
    assert.match(undone.text, /Colour of “tea”: Orange/)
    assert.deepEqual(await shown('/queue', 'tea'), everywhere('orange'))
    const none = await choose('tea', '')
    assert.match(none.text, /Removed the colour of “tea”/)
    assert.deepEqual(await shown('/queue', 'tea'), NONE)
    await person.browser.submit(none, {}, { action: '/tags/colour' })
    assert.deepEqual(await shown('/queue', 'tea'), everywhere('orange'))
  })

  it('follows the tag when it is renamed or deleted, and is restored with it', async () => {
    const rename = async (tag: string, to: string) =>
      person.browser.submit(await edit(tag), { to }, { action: '/tags/rename' })
    const renamed = await rename('tea', 'drinks')
    assert.deepEqual(await shown('/queue', 'drinks'), everywhere('orange'))
    await person.browser.submit(renamed, {}, { action: '/queue/undo-change' })
    assert.deepEqual(await shown('/queue', 'tea'), everywhere('orange'))

    // Where two are merged, the colour of the one that stays wins.
    await choose('green', 'green')
    const merged = await rename('tea', 'green')
    assert.deepEqual(await shown('/queue', 'green'), everywhere('green'))
    await person.browser.submit(merged, {}, { action: '/queue/undo-change' })
    assert.deepEqual(await shown('/queue', 'tea'), everywhere('orange'))

    const deleted = await person.browser.submit(await edit('tea'), {}, { action: '/tags/delete' })
    assert.deepEqual(await shown('/tags', 'tea'), [])
    await person.browser.submit(deleted, {}, { action: '/queue/undo-change' })
    assert.deepEqual(await shown('/queue', 'tea'), everywhere('orange'))
  })

  it('is deleted once the tag can’t be restored', async () => {
    const colours = () =>
      service().running.services.db.rows<{ tag: string }>('SELECT tag FROM tag_colours ORDER BY tag')
    assert.deepEqual(
      (await colours()).map(({ tag }) => tag),
      ['drinks', 'green', 'tea'],
    )
    const { services } = service().running
    service().clock.advance((services.config.historyDays + 1) * DAY)
    await pruneHistory(services)
    assert.deepEqual(
      (await colours()).map(({ tag }) => tag),
      ['green', 'tea'],
    )
    const page = await person.browser.open('/login')
    if (!page.url.endsWith('/queue'))
      await person.browser.submit(page, { email: person.email, password: 'four words make a pass' })
  })

  it('is one of the offered colours, only for the person’s own tags, and in the export', async () => {
    const refused = await choose('tea', 'red;background:url(//evil.example)')
    assert.equal(refused.status, 422)
    const stranger = await signUp(service().baseUrl)
    const theirs = await stranger.browser.open('/tags')
    const forged = { ...theirs, forms: [{ ...theirs.forms[0]!, action: '/tags/colour' }] }
    await stranger.browser.submit(forged, { tag: 'tea', colour: 'pink' }, { action: '/tags/colour' })
    assert.deepEqual(await shown('/queue', 'tea'), everywhere('orange'))
    const cross = await person.browser.submit(
      await edit('tea'),
      { colour: 'pink', form_token: 'x' },
      { action: '/tags/colour' },
    )
    assert.equal(cross.status, 403)
    assert.deepEqual(await shown('/queue', 'tea'), everywhere('orange'))
    const exported = JSON.parse((await person.browser.open('/account/export')).text) as Entity
    assert.deepEqual(exported.tagColours, [
      { tag: 'green', colour: 'green' },
      { tag: 'tea', colour: 'orange' },
    ])
  })

  it('is readable in every theme', async () => {
    const colours = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink']
    // The access of the other has expired.
    const later = await connectAgent(service().baseUrl, person)
    await later.save({ url: deadLink('all'), tags: colours.map((colour) => `is ${colour}`) })
    for (const colour of colours) await choose(encodeURIComponent(`is ${colour}`), colour)
    const context = await chromium.newContext({ viewport: { width: 1280, height: 800 } })
    const url = service().baseUrl
    await context.addCookies(sessionCookies(person, url))
    const page = await context.newPage()
    for (const theme of ['light', 'dark', 'sepia']) {
      for (const address of ['/queue', `/tags?edit=is+blue`, path]) {
        await page.goto(url + address)
        await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
        await checkLooks(page, `${address}, ${theme}`)
        const ratios = await page.evaluate<number[]>(CONTRASTS)
        assert.ok(ratios.length > 0)
        assert.ok(Math.min(...ratios) >= 4.5, `${address}, ${theme}: ${ratios.join(' ')}`)
      }
    }
    await context.close()
  })
})

const NONE = [undefined, undefined, undefined]
const everywhere = (colour: string) => [colour, colour, colour]

/** The contrast of each coloured name with its ground (WCAG 1.4.3), in pixels as they are painted. */
const CONTRASTS = `(() => {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const luminance = (colour) => {
    context.fillStyle = colour
    context.fillRect(0, 0, 1, 1)
    const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map((value) => {
      const part = value / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  return [...document.querySelectorAll('[data-tag-colour]')].map((element) => {
    const { color, backgroundColor } = getComputedStyle(element)
    const [one, other] = [luminance(color), luminance(backgroundColor)].sort((a, b) => b - a)
    return (one + 0.05) / (other + 0.05)
  })
})()`
