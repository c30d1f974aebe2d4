import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { connectAgent, type Person, signUp } from '../support/agent.ts'
import { startChromium, sessionCookies } from '../support/chromium.ts'
import { deadLink } from '../support/links.ts'
import { checkLooks, checkLooksInThemes } from '../support/looks.ts'
import { PAGE_PATHS } from '../support/page-paths.ts'
import { startService, type TestService } from '../support/service.ts'

const DESKTOP = { viewport: { width: 1280, height: 800 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

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
      for (const path of PAGE_PATHS) {
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

  it('tags are rows that can be renamed, merged and deleted in place', async () => {
    const page = await open('/tags', DESKTOP)
    const names = () => page.locator('.tag-rows bdi').allInnerTexts()
    assert.deepEqual(await names(), ['essay', 'science', 'web'])
    await checkLooks(page)
    const openMenu = () => page.getByRole('button', { name: 'More science' }).click()
    await openMenu()
    await checkLooksInThemes(page, 'the menu of a tag')
    await page.getByRole('link', { name: 'Edit science' }).click()
    const field = page.getByLabel('New name for “science”')
    await field.and(page.locator(':focus')).waitFor()
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
    await openMenu()
    await page.getByRole('button', { name: 'Delete this tag science' }).click()
    await page.getByText('Deleted “science” from 1 item.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    assert.deepEqual(await names(), ['essay', 'science', 'web'])
    await page.context().close()
  })

  it('tags and searches are edited in place, inside their list, and many tags are filtered and sorted there', async () => {
    const who = await signUp(service.baseUrl)
    const agent = await connectAgent(service.baseUrl, who, 'Claude')
    const names = Array.from({ length: 12 }, (_, index) => `tag ${String.fromCharCode(97 + index)}`)
    for (const [index, tags] of [names, ['tag l']].entries())
      await agent.save({ url: deadLink(`many/${index}`), title: `Many ${index}`, tags })
    for (const options of [DESKTOP, PHONE]) {
      const page = await open('/tags', options, who)
      const shown = () => page.locator('.tag-rows bdi').allInnerTexts()
      await page.evaluate('window.isFirstPage = true')
      await page.getByRole('button', { name: 'More tag b' }).click()
      await page.getByRole('link', { name: 'Edit tag b' }).click()
      await page.getByLabel('New name for “tag b”').and(page.locator(':focus')).waitFor()
      await checkLooks(page)
      const [panel, list] = await Promise.all(
        ['.edited', '.managed'].map(async (part) => (await page.locator(part).boundingBox())!),
      )
      assert.deepEqual([panel!.x, panel!.width], [list!.x, list!.width])
      await page.getByRole('link', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'More tag b' }).and(page.locator(':focus')).waitFor()
      await page.getByRole('link', { name: 'Items', exact: true }).click()
      await page
        .getByRole('link', { name: 'Items', exact: true })
        .and(page.locator('[aria-current]'))
        .waitFor()
      assert.equal((await shown())[0], 'tag l')
      await checkLooksInThemes(page, 'the tags with a filter')
      await page.getByRole('searchbox', { name: 'Filter tags' }).fill('g C')
      await page.waitForURL(/q=g\+C&sort=count$/)
      assert.deepEqual(await shown(), ['tag c'])
      await page.getByRole('searchbox', { name: 'Filter tags' }).and(page.locator(':focus')).waitFor()
      assert.equal(await page.evaluate('window.isFirstPage'), true)
      const opacities = await page.evaluate<string[]>(
        `[...document.querySelectorAll('.managed > li > .icon-more')].map((one) => getComputedStyle(one).opacity)`,
      )
      assert.deepEqual(opacities, ['1'])
      await page.context().close()
    }
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

  it('the menu on phones is a sheet over a dimmed page', async () => {
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

  it('the save dialog has tags from the start, and its button at the end of its footer; on phones it is a sheet', async () => {
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

  it('an empty queue is accessible, and saves the links put into its box', async () => {
    const newcomer = await signUp(service.baseUrl)
    const page = await open('/queue', PHONE, newcomer)
    await checkLooks(page)
    await page.getByLabel('First link').fill(deadLink('the-first'))
    await page.locator('.first-visit').getByRole('button', { name: 'Save' }).click()
    await page.locator('.item-card').waitFor()
    await page.context().close()
  })

  it('single-column pages begin at the same position as lists', async () => {
    const page = await open('/highlights', DESKTOP)
    const edgeOf = (selector: string) =>
      page.evaluate<number>(`document.querySelector('${selector}').getBoundingClientRect().left`)
    const edge = await edgeOf('.highlights-page')
    for (const path of ['/queue/export', '/account/confirm']) {
      await page.goto(service.baseUrl + path)
      assert.equal(await edgeOf('main h1'), edge, path)
      await checkLooks(page)
    }
    await page.context().close()
  })

  for (const colorScheme of ['light', 'dark'] as const)
    it(`saved searches are accessible, and their fields apart, in ${colorScheme}`, async () => {
      const page = await open('/queue/searches', { ...DESKTOP, colorScheme })
      await checkLooks(page)
      const add = page.getByText('Write your own')
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
