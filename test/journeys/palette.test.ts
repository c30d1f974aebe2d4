import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { german } from '../../src/html/messages/german.ts'
import { IS_VALUES } from '../../src/queue/search/query-operator.ts'
import { PASSWORD } from '../support/agent.ts'
import { startChromium } from '../support/chromium.ts'
import { eventually } from '../support/eventually.ts'
import { deadLink } from '../support/links.ts'
import { checkLooks } from '../support/looks.ts'
import { startService, type TestService } from '../support/service.ts'

describe('The search palette', () => {
  let chromium: Browser
  let service: TestService
  let page: Page
  before(async () => {
    chromium = await startChromium()
    service = await startService('sqlite')
    page = await (await chromium.newContext()).newPage()
    await page.goto(`${service.baseUrl}/signup`)
    await page.getByLabel('Email address').fill('palette@example.org')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    for (const title of ['Settings of nests', 'A heron', 'A stork']) {
      await page.goto(`${service.baseUrl}/queue?state=unread`)
      await page.keyboard.press('c')
      await page.getByLabel('Link', { exact: true }).fill(deadLink(title.replaceAll(' ', '')))
      await page.getByText('Title, note').click()
      await page.locator('#save-link-title').fill(title)
      await page.locator('#save-link-tags').fill('birds')
      await page.locator('#save .save-link > .button').click()
      await page.getByText('Saved.').waitFor()
    }
    await page.goto(`${service.baseUrl}/queue`)
  })
  after(async () => {
    await chromium.close()
    await service.stop()
  })

  const field = () => page.getByRole('combobox', { name: 'Search your queue' })
  const option = (name: string | RegExp) => page.getByRole('option', { name })
  /** The first entry is chosen, once what is searched for is there. */
  const chosen = (name: string | RegExp) => page.getByRole('option', { name, selected: true }).waitFor()

  it('shows results during typing, and opens one by keyboard only', async () => {
    await page.keyboard.press('Control+k')
    await option('Save').first().waitFor()
    await page.keyboard.type('heron')
    await option(/A heron/).waitFor()
    await page.locator('#search [role=status]', { hasText: /^1 result$/ }).waitFor()
    await checkLooks(page)
    await chosen(/A heron/)
    assert.equal(
      await field().getAttribute('aria-activedescendant'),
      await option(/A heron/).getAttribute('id'),
    )
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/queue\/items\//)
  })

  it('remembers searches on the device, leads to pages, and never shows the results of an older query', async () => {
    await page.goto(`${service.baseUrl}/queue`)
    let release: () => void = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/search/live?*q=stork', async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    await page.keyboard.press('/')
    await option('heron').waitFor()
    const searchRequest = page.waitForRequest(/q=stork/)
    await page.keyboard.type('stork')
    await searchRequest
    await field().fill('heron')
    await option(/A heron/).waitFor()
    release()
    await page.locator('#search [role=status]', { hasText: /^1 result$/ }).waitFor()
    assert.equal(await option(/A stork/).count(), 0)
    await field().fill('stat')
    await chosen('Stats')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/stats$/)
  })

  it('works alike on every page: opens others, changes the appearance, and returns', async () => {
    await page.goto(`${service.baseUrl}/history`)
    await page.keyboard.press('Control+k')
    await option('Save').first().waitFor()
    assert.equal(await page.locator('#search').getByRole('button', { name: 'Search' }).isVisible(), false)
    await page.keyboard.type('dark')
    await chosen('Colours: Dark')
    await page.keyboard.press('Enter')
    await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' })
    await page.waitForURL(`${service.baseUrl}/history`)
    for (const [words, name, path] of [
      ['import', 'Import a library', '/import'],
      ['connect', 'Connect an agent', '/connect'],
    ]) {
      await page.keyboard.press('Control+k')
      await page.keyboard.type(words!)
      await option(name!).click()
      await page.waitForURL(`${service.baseUrl}${path}`)
    }
  })

  it('runs the actions of an open item, and shows their shortcuts', async () => {
    await page.goto(`${service.baseUrl}/queue`)
    await page.keyboard.press('/')
    await page.keyboard.type('heron')
    await option(/A heron/).click()
    await page.waitForURL(/\/queue\/items\//)
    await page.keyboard.press('Control+k')
    const favourite = option('Favourite').first()
    await favourite.waitFor()
    assert.equal(await favourite.getAttribute('aria-keyshortcuts'), 'f')
    assert.match((await favourite.getAttribute('class'))!, /^icon-star/)
    await checkLooks(page)
    await favourite.click()
    await page.getByText('Added to favourites.').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('remove')
    await option('Remove').last().waitFor()
  })

  it('finds words by their first two letters, and completes states and tags', async () => {
    await page.goto(`${service.baseUrl}/queue`)
    await page.keyboard.press('/')
    await page.keyboard.type('he')
    await option(/A heron/).waitFor()
    await field().fill('is:unr')
    await chosen('is:unread')
    await page.keyboard.press('Enter')
    assert.equal(await field().inputValue(), 'is:unread ')
    await option(/A heron/).waitFor()
    await field().fill('heron -tag:bi')
    await chosen('-tag:birds')
    await page.keyboard.press('Enter')
    assert.equal(await field().inputValue(), 'heron -tag:birds ')
    await page.locator('#search [role=status]', { hasText: /^No results$/ }).waitFor()
    await field().fill('#bi')
    await chosen('#birds')
    await field().fill('site:')
    await page.waitForResponse(/search\/live/)
    assert.equal(await page.locator('#search [role=status]').innerText(), '')
  })

  it('says what each value of a condition means, in each language', async () => {
    await page.goto(`${service.baseUrl}/queue`)
    await page.keyboard.press('/')
    await page.keyboard.type('is:')
    await chosen('is:unread not read yet')
    assert.deepEqual(
      await page.locator('.palette-gloss').count(),
      IS_VALUES.length,
      'each value has a meaning',
    )
    await checkLooks(page)
    for (const value of IS_VALUES)
      assert.ok(
        german.queue.search.examples.some(([example, meaning]) => example === `is:${value}` && meaning),
        value,
      )
    await field().fill('has:')
    await chosen('has:note with a note')
  })

  it('opens the list of a search that is only conditions, also before its results are there', async () => {
    await page.goto(`${service.baseUrl}/queue`)
    await page.keyboard.press('/')
    await field().fill('is:unread tag:birds')
    await option(/A heron/).waitFor()
    await chosen('Show all results')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${service.baseUrl}/queue?q=is%3Aunread+tag%3Abirds`)
    await page.route('**/search/live?*', (route) => route.abort())
    await page.keyboard.press('/')
    await field().fill('tag:birds')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${service.baseUrl}/queue?q=tag%3Abirds`)
    await page.unroute('**/search/live?*')
  })

  it('has commands and pages first whose name begins with what is typed, and other ones after the results', async () => {
    await page.goto(`${service.baseUrl}/queue`)
    await page.keyboard.press('/')
    const labels = () => page.locator('.palette .palette-label').allInnerTexts()
    await page.keyboard.type('set')
    await chosen(/^Settings$/)
    await option(/Settings of nests/).waitFor()
    await chosen(/^Settings$/)
    await field().fill('nest')
    await option(/Settings of nests/).waitFor()
    await field().fill('tag')
    await chosen(/^Tags$/)
    await field().fill('tings')
    await eventually(labels, (all) => all.includes('Settings'))
    await field().fill('nests')
    await option(/Settings of nests/).waitFor()
    await field().fill('heron')
    await option(/A heron/).waitFor()
    await chosen(/A heron/)
  })

  it('shows the icons of sites, or their letters', async () => {
    const { db } = service.running.services
    const [site] = await db.rows<{ account_id: string; site: string }>(
      'SELECT DISTINCT account_id, site FROM items',
    )
    await page.goto(`${service.baseUrl}/queue`)
    await page.keyboard.press('/')
    await page.keyboard.type('heron')
    const letter = option(/A heron/).locator('.site')
    await letter.waitFor()
    assert.equal(await letter.getAttribute('data-letter'), site!.site[0]!.toUpperCase())
    const before = await option(/A heron/).boundingBox()
    const icon = readFileSync(new URL('../../src/html/assets/icon-192.png', import.meta.url))
    await db.run(
      `INSERT INTO site_icons (account_id, site, due_at, name, small, large) VALUES (?, ?, ?, 'icon', ?, ?)
       ON CONFLICT (account_id, site) DO UPDATE SET name = 'icon', small = excluded.small, large = excluded.large`,
      site!.account_id,
      site!.site,
      service.clock.now() + 1e9,
      icon,
      icon,
    )
    await field().fill('heron ')
    const image = option(/A heron/).locator('.site img')
    await image.waitFor()
    assert.equal(await image.getAttribute('loading'), 'lazy')
    await eventually(
      () => page.evaluate<number>(`document.querySelector('.palette .site img').naturalWidth`),
      (width) => width > 0,
    )
    assert.deepEqual(await option(/A heron/).boundingBox(), before)
  })

  it('offers a next step where nothing is found', async () => {
    await page.goto(`${service.baseUrl}/queue?state=read`)
    await page.keyboard.press('/')
    await page.keyboard.type('heron')
    await chosen(/^Search all items/)
    assert.equal(await option(/^Search all items/).innerText(), 'Search all items\n1 result')
    await checkLooks(page)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${service.baseUrl}/queue?q=heron`)
    await page.keyboard.press('/')
    await field().fill('heron is:snoozed')
    await chosen('Search for “heron” without filters')
    await page.keyboard.press('Enter')
    assert.equal(await field().inputValue(), 'heron')
    await chosen(/A heron/)
    await field().fill('https://example.org/nest')
    await chosen('Save this link')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Save links' }).waitFor()
    assert.equal(await page.getByLabel('Link', { exact: true }).inputValue(), 'https://example.org/nest')
    await field().and(page.locator(':visible')).waitFor({ state: 'hidden' })
  })

  it('keeps the field and the tips in sight on a phone, whatever is scrolled or open', async () => {
    const phone = await page
      .context()
      .browser()!
      .newContext({
        viewport: { width: 390, height: 560 },
        hasTouch: true,
        isMobile: true,
        storageState: await page.context().storageState(),
      })
    const small = await phone.newPage()
    await small.goto(`${service.baseUrl}/queue`)
    await small.locator('.item-card').first().focus()
    await small.keyboard.press('/')
    const box = small.getByRole('combobox', { name: 'Search your queue' })
    await box.waitFor()
    const isSeen = (selector: string) =>
      small.evaluate<boolean>(`(() => {
        const { left, top } = document.querySelector('${selector}').getBoundingClientRect()
        return document.elementFromPoint(left + 8, top + 8)?.closest('${selector}') !== null
      })()`)
    const checkSeen = async () => {
      for (const selector of ['#search-words', '.search-help summary'])
        assert.ok(await isSeen(selector), selector)
    }
    await small.getByRole('option', { name: 'Save from anywhere' }).scrollIntoViewIfNeeded()
    assert.ok(await small.evaluate<boolean>(`document.getElementById('palette').scrollTop > 0`))
    await checkSeen()
    await checkLooks(small)
    await small.getByText('Search tips').click()
    await small.getByText('over:20m').scrollIntoViewIfNeeded()
    await checkSeen()
    await phone.close()
  })

  it('has what can be done with the current item first, with its keys', async () => {
    await page.goto(`${service.baseUrl}/queue`)
    await page.getByRole('article', { name: 'A stork' }).focus()
    await page.keyboard.press('Control+k')
    const group = page.getByRole('group', { name: 'A stork' })
    const keyOf = (name: string) => group.getByRole('option', { name }).getAttribute('aria-keyshortcuts')
    await chosen('Mark as read')
    for (const [name, key] of [
      ['Favourite', 'f'],
      ['Snooze', 's'],
      ['Tags', 't'],
      ['Ask an agent', 'a'],
      ['Select', 'x'],
      ['Remove', '#'],
    ])
      assert.equal(await keyOf(name!), key)
    assert.equal(await group.getByRole('option', { name: 'Remove from favourites' }).count(), 0)
    await group.getByRole('option', { name: 'Select' }).click()
    await page.getByRole('checkbox', { name: 'Select A stork', checked: true }).waitFor()
  })

  it('has the actions of the selected items first, with their icons and keys, and none that fits none of them', async () => {
    await page.goto(`${service.baseUrl}/queue`)
    for (const title of ['A heron', 'A stork'])
      await page.getByRole('checkbox', { name: `Select ${title}` }).check()
    await page.keyboard.press('Control+k')
    const group = page.getByRole('group', { name: '2 selected' })
    await group.waitFor()
    await chosen('Mark as read')
    const labels = () => group.locator('.palette-label').allInnerTexts()
    const keys = await group
      .getByRole('option')
      .evaluateAll((options) => options.map((one) => one.getAttribute('aria-keyshortcuts')))
    assert.deepEqual(await labels(), [
      'Mark as read',
      'Favourite',
      'Remove from favourites',
      'Snooze',
      'Tags',
      'Ask an agent',
      'Remove',
      'Export…',
    ])
    assert.deepEqual(keys, ['m', 'f', 'f', 's', 't', 'a', '#', null])
    for (const one of await group.getByRole('option').all())
      assert.match((await one.getAttribute('class'))!, /^icon-(?!chevron)/)
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: 'Select A heron' }).uncheck()
    await page.keyboard.press('Control+k')
    await page.getByRole('group', { name: '1 selected' }).getByRole('option', { name: 'Tags' }).click()
    await page.locator('#bulk-tag:focus').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Search' }).first().click()
    await option('Favourite').first().waitFor()
    assert.equal(await option('Remove from favourites').count(), 0)
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: 'Select A heron' }).check()
    await page.keyboard.press('Control+k')
    await group.getByRole('option', { name: 'Mark as read' }).click()
    await page.getByText('2 marked as read').waitFor()
  })

  const values = () =>
    page.evaluate<string[]>("[...document.querySelectorAll('#tag-options option')].map(({ value }) => value)")

  it('suggests tags in fields for several after each comma', async () => {
    await page.goto(`${service.baseUrl}/queue`)
    await page.keyboard.press('c')
    await page.getByText('Title, note').click()
    await page.locator('#save-link-tags').fill('other, ')
    assert.deepEqual(await values(), ['other, birds'])
  })

  it('suggests all tags, though a page contains only the most used ones', async () => {
    await page.goto(`${service.baseUrl}/queue`)
    await page.keyboard.press('c')
    await page.getByLabel('Link', { exact: true }).fill(deadLink('manytags'))
    const tags = Array.from({ length: 15 }, (_, index) => `t${index}`)
    await page.locator('#save-link-tags').fill(tags.join(', '))
    await page.locator('#save .save-link > .button').click()
    await page.getByText('Saved.').waitFor()
    await page.goto(`${service.baseUrl}/queue`)
    assert.equal((await values()).length, 10)
    await page.keyboard.press('c')
    await page.locator('#save-link-tags').focus()
    await eventually(values, (tags) => tags.includes('birds') && tags.length === 16)
    // So does the palette, whose page has ten of them too.
    await page.goto(`${service.baseUrl}/queue`)
    const named = page.waitForResponse('**/tags/names')
    await page.keyboard.press('Control+k')
    await named
    for (const tag of ['birds', 't0', 't14']) {
      await field().fill(`tag:${tag.slice(0, -1)}`)
      await option(`tag:${tag}`).waitFor()
    }
  })
})
