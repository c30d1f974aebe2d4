import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { connectAgent, type Person, signUp } from '../support/agent.ts'
import { startChromium, sessionCookies } from '../support/chromium.ts'
import { deadLink } from '../support/links.ts'
import { checkLooks } from '../support/looks.ts'
import { startService, type TestService } from '../support/service.ts'

const DESKTOP = { viewport: { width: 1280, height: 800 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const PAGES = [
  '/queue',
  '/queue/searches',
  '/tags',
  '/agents',
  '/history',
  '/stats',
  '/highlights',
  '/account',
  '/import',
  '/connect',
  '/share',
]

describe('The frame of the pages', () => {
  let chromium: Browser
  let service: TestService
  let person: Person
  before(async () => {
    chromium = await startChromium()
    service = await startService('sqlite')
    person = await signUp(service.baseUrl)
    const agent = await connectAgent(service.baseUrl, person, 'Claude')
    for (const [index, tags] of [['web'], ['web', 'essay'], ['essay'], ['science']].entries())
      await agent.save({ url: deadLink(`frame/${index}`), title: `Number ${index}`, tags })
  })
  after(async () => {
    await chromium.close()
    await service.stop()
  })

  async function open(path: string, options: BrowserContextOptions, who = person): Promise<Page> {
    const context = await chromium.newContext(options)
    await context.addCookies(sessionCookies(who, service.baseUrl))
    const page = await context.newPage()
    await page.goto(service.baseUrl + path)
    return page
  }

  for (const [device, options] of Object.entries({ desktop: DESKTOP, phone: PHONE }))
    it(`the heading of each page has the same size and place on a ${device}`, async () => {
      const page = await open('/queue', options)
      const found: Record<string, string> = {}
      for (const path of PAGES) {
        await page.goto(service.baseUrl + path)
        found[path] = await page.evaluate<string>(`(() => {
          const heading = document.querySelector('main h1')
          const { fontSize, fontWeight } = getComputedStyle(heading)
          const range = document.createRange()
          range.selectNodeContents(heading)
          const { left, top } = range.getBoundingClientRect()
          return [Math.round(left), Math.round(top), fontSize, fontWeight].join(' ')
        })()`)
      }
      assert.deepEqual(new Set(Object.values(found)).size, 1, JSON.stringify(found, null, 1))
      await page.context().close()
    })

  it('tags are rows, and one is renamed, merged and deleted in its place', async () => {
    const page = await open('/tags', DESKTOP)
    const names = () => page.locator('.tag-rows bdi').allInnerTexts()
    assert.deepEqual(await names(), ['essay', 'science', 'web'])
    await checkLooks(page)
    await page.getByRole('link', { name: 'Rename or merge science' }).click()
    const field = page.getByLabel('New name for “science”')
    await checkLooks(page)
    assert.equal(
      await field.evaluate(
        '[...document.querySelectorAll(".tag-rows > li")].findIndex((row) => row.matches(".edited"))',
      ),
      1,
    )
    await field.fill('web')
    await page.keyboard.press('Enter')
    await page.getByText('Renamed “science” to “web” on 1 item.').waitFor()
    assert.deepEqual(await names(), ['essay', 'web'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    await page.getByRole('button', { name: 'Delete this tag science' }).click()
    await page.getByText('Deleted “science” from 1 item.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    assert.deepEqual(await names(), ['essay', 'science', 'web'])
    await page.context().close()
  })

  it('what can be done with a tag shows where a pointer or the focus is, and always on phones', async () => {
    const opacities = (page: Page) =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('.tag-rows .icon-trash')].map((button) => getComputedStyle(button).opacity)`,
      )
    const page = await open('/tags', DESKTOP)
    assert.deepEqual(await opacities(page), ['0', '0', '0'])
    await page.locator('.tag-rows > li').nth(1).hover()
    assert.deepEqual(await opacities(page), ['0', '1', '0'])
    await page.getByRole('link', { name: 'web', exact: true }).last().focus()
    assert.deepEqual(await opacities(page), ['0', '1', '1'])
    await page.context().close()
    const phone = await open('/tags', PHONE)
    assert.deepEqual(await opacities(phone), ['1', '1', '1'])
    await phone.context().close()
  })

  for (const [device, options] of Object.entries({ desktop: DESKTOP, phone: PHONE }))
    it(`titles of the activity are text, and Undo is on their first line, at the edge, on a ${device}`, async () => {
      const page = await open('/history', options)
      await page.locator('.acts > details > summary').first().click()
      await page.locator('.change').first().waitFor()
      const found = await page.evaluate<number[]>(`(() => {
        const change = document.querySelector('.change:has(.undoing .button)')
        const words = document.createRange()
        words.selectNodeContents(change.querySelector('.undoing .button').firstChild)
        const [undo, did] = [words.getBoundingClientRect(), change.querySelector('.did strong').getBoundingClientRect()]
        const middle = ({ top, bottom }) => (top + bottom) / 2
        return [Math.abs(middle(undo) - middle(did)), Math.abs(change.getBoundingClientRect().right - undo.right)]
      })()`)
      for (const distance of found) assert.ok(distance <= 2, found.join())
      const line = await page.evaluate<string>(
        `getComputedStyle(document.querySelector('.change .of-item a')).textDecorationLine`,
      )
      assert.equal(line, 'none')
      await checkLooks(page)
      await page.context().close()
    })

  it('the menu of phones is a sheet above a dimmed page', async () => {
    const page = await open('/queue', PHONE)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    const found = await page.evaluate<string[]>(`(() => {
      const menu = document.querySelector('.app-sidebar')
      return [getComputedStyle(menu).borderStartStartRadius, getComputedStyle(menu, '::backdrop').backgroundColor]
    })()`)
    assert.deepEqual(found, ['16px', 'rgba(0, 0, 0, 0.3)'])
    await checkLooks(page)
    await page.context().close()
  })

  it('the save dialog has tags from the start, and its button at the end of its foot; on phones it is a sheet', async () => {
    for (const options of [DESKTOP, PHONE]) {
      const page = await open('/queue', options)
      await page.locator('.save-open').filter({ visible: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Save links' })
      await dialog.getByLabel(/^Tags/).waitFor()
      const [box, button, hint] = await Promise.all(
        [dialog, dialog.getByRole('button', { name: 'Save' }), dialog.getByRole('link').last()].map((part) =>
          part.boundingBox(),
        ),
      )
      assert.ok(box && button && hint)
      assert.ok(button.x > hint.x + hint.width && Math.abs(button.y - hint.y) < button.height)
      assert.ok(box.x + box.width - button.x - button.width < 32)
      if (options === PHONE) assert.deepEqual([box.x, box.width, box.y + box.height], [0, 390, 844])
      await checkLooks(page)
      await page.context().close()
    }
  })

  it('an empty queue is accessible, and saves what is put in its box', async () => {
    const newcomer = await signUp(service.baseUrl)
    const page = await open('/queue', PHONE, newcomer)
    await checkLooks(page)
    await page.getByLabel('First link').fill(deadLink('the-first'))
    await page.locator('.first-visit').getByRole('button', { name: 'Save' }).click()
    await page.locator('.item-card').waitFor()
    await page.context().close()
  })

  it('what takes one column begins where lists do', async () => {
    const page = await open('/highlights', DESKTOP)
    const edgeOf = (selector: string) =>
      page.evaluate<number>(`document.querySelector('${selector}').getBoundingClientRect().left`)
    const edge = await edgeOf('.highlights-page')
    for (const path of ['/queue/export', '/nowhere']) {
      await page.goto(service.baseUrl + path)
      assert.equal(await edgeOf('main .panel h1'), edge, path)
      await checkLooks(page)
    }
    await page.context().close()
  })

  for (const colorScheme of ['light', 'dark'] as const)
    it(`saved searches are accessible, and their fields apart, in ${colorScheme}`, async () => {
      const page = await open('/queue/searches', { ...DESKTOP, colorScheme })
      await checkLooks(page)
      const add = page.getByText('Add a saved search')
      assert.equal(await page.getByLabel('Name', { exact: true }).isVisible(), false)
      await add.focus()
      await page.keyboard.press('Enter')
      await page.getByLabel('Name', { exact: true }).waitFor()
      await checkLooks(page)
      const gaps = await page.evaluate<number[]>(`(() => {
        const boxes = [...document.querySelectorAll('.add-search > form > :not(input)')].map((part) => part.getBoundingClientRect())
        return boxes.slice(1).map(({ top }, index) => top - boxes[index].bottom)
      })()`)
      assert.equal(gaps.length, 3)
      for (const gap of gaps) assert.ok(gap >= 12, gaps.join())
      await page.context().close()
    })
})
