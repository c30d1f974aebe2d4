import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { authorizePath, createPkce, PASSWORD, register } from '../support/agent.ts'
import { startChromium } from '../support/chromium.ts'
import { eventually } from '../support/eventually.ts'
import { deadLink } from '../support/links.ts'
import { checkWidth } from '../support/looks.ts'
import { startService, type TestService } from '../support/service.ts'

/** Whether nothing lies over the middle of an element. */
const IS_ON_TOP = (element: {
  contains(other: unknown): boolean
  getBoundingClientRect(): { x: number; y: number; width: number; height: number }
}) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  const { document } = globalThis as unknown as {
    document: { elementFromPoint(x: number, y: number): unknown }
  }
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

/** The words on buttons that are broken over two lines. */
const BROKEN_WORDS = `[...document.querySelectorAll('.button, .address')].flatMap((button) => {
  const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
  const broken = []
  while (walker.nextNode()) {
    for (const { 0: word, index } of walker.currentNode.data.matchAll(/\\/?[\\p{L}\\p{N}]+/gu)) {
      const range = document.createRange()
      range.setStart(walker.currentNode, index)
      range.setEnd(walker.currentNode, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
    }
  }
  return broken
})`

describe('On a small phone', () => {
  let chromium: Browser
  let service: TestService
  before(async () => {
    chromium = await startChromium()
    service = await startService('sqlite')
  })
  after(async () => {
    await chromium.close()
    await service.stop()
  })

  async function openPage({ javaScriptEnabled = true } = {}): Promise<Page> {
    const context = await chromium.newContext({ viewport: { width: 320, height: 640 }, javaScriptEnabled })
    const page = await context.newPage()
    await page.goto(`${service.baseUrl}/signup`)
    await page.getByLabel('Email address').fill(`${crypto.randomUUID()}@example.org`)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.locator('.save-open:visible').click()
    await page.getByLabel('Link', { exact: true }).fill(deadLink('on-hypermedia'))
    await page.locator('#save .save-link > .button').click()
    await page.getByText('Saved.').waitFor()
    await page.locator('.item-card .actions').waitFor()
    await page.waitForLoadState()
    return page
  }

  async function checkWords(page: Page): Promise<void> {
    await checkWidth(page)
    assert.deepEqual(await page.evaluate(BROKEN_WORDS), [], `words are broken on ${page.url()}`)
  }

  async function leftAndRight(page: Page, selector: string): Promise<[left: number, right: number]> {
    const box = await page.locator(selector).boundingBox()
    assert.ok(box)
    return [box.x, box.x + box.width]
  }

  it('no page is wider than the screen, and no button breaks within a word', async () => {
    const page = await openPage()
    const clientId = await register(service.baseUrl)
    const consent = authorizePath({ client_id: clientId, code_challenge: createPkce().challenge, state: 's' })
    for (const path of ['/queue', '/queue?q=zzz&state=all', '/agents', '/connect', consent]) {
      await page.goto(service.baseUrl + path)
      await checkWords(page)
    }
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    for (const permission of await page.locator('.permissions li').all()) {
      await permission.scrollIntoViewIfNeeded()
      assert.equal(await permission.evaluate(IS_ON_TOP), true, 'What it allows is covered.')
    }
    await page.context().close()
  })

  it('the fields for several items have room to type', async () => {
    const page = await openPage()
    await page.locator('.select-box').first().click()
    await page.locator('.bulk .menu > summary').click()
    for (const field of ['#bulk-tag', '#bulk-until']) {
      await page
        .locator('.bulk .menu-part', { has: page.locator(field) })
        .locator('summary')
        .click()
      const [left, right] = await leftAndRight(page, field)
      assert.ok(right - left >= 160, `${field} is ${right - left} wide`)
    }
    await checkWords(page)
    await page.context().close()
  })

  it('the focus is on the result, or on the invalid field', async () => {
    const page = await openPage()
    const focusComes = (id: RegExp) =>
      eventually(
        () => page.evaluate<string>('document.activeElement.id'),
        (focused) => id.test(focused),
      )
    await focusComes(/^notice$/)
    await page.locator('.item-card .icon-more').click()
    await page.locator('#row-menu summary').filter({ hasText: 'Tags' }).click()
    await page.locator('#row-menu').getByLabel('Tag', { exact: true }).fill('a,b')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('alert').waitFor()
    await focusComes(/^row-tag$/)
    await page.context().close()
  })

  it('a person who was signed out meanwhile is told so when saving', async () => {
    const page = await openPage()
    await page.context().clearCookies()
    await page.locator('.save-open:visible').click()
    await page.getByLabel('Link', { exact: true }).fill('https://example.org/lost')
    await page.locator('#save .save-link > .button').click()
    await page.getByText('You were signed out. Sign in and try again.').waitFor()
    await page.context().close()
  })
})
