import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { type Person, signUp } from '../support/agent.ts'
import { startChromium, sessionCookies } from '../support/chromium.ts'
import { checkLooks } from '../support/looks.ts'
import { startService, type TestService } from '../support/service.ts'

describe('The settings', () => {
  let chromium: Browser
  let service: TestService
  let person: Person
  before(async () => {
    chromium = await startChromium()
    service = await startService('sqlite')
    person = await signUp(service.baseUrl)
  })
  after(async () => {
    await chromium.close()
    await service.stop()
  })

  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    it(`show all their sections and mark where one is, ${width} wide`, async () => {
      const context = await chromium.newContext({ viewport: { width, height } })
      const url = service.baseUrl
      await context.addCookies(sessionCookies(person, url))
      const page = await context.newPage()
      await page.goto(`${url}/account`)
      await checkLooks(page, 'settings')
      const contents = page.getByRole('navigation', { name: 'Sections' })
      const current = contents.locator('[aria-current="location"]')
      for (const link of await contents.getByRole('link').all()) {
        const { x, y, width: length, height: size } = (await link.boundingBox())!
        assert.ok(x >= 0 && x + length <= width && y >= 0 && y + size <= height, 'each section is in sight')
      }
      for (const name of ['Storage', 'Where you are signed in', 'Delete account', 'Import']) {
        await contents.getByRole('link', { name, exact: true }).click()
        await contents.locator('[aria-current="location"]', { hasText: name }).waitFor()
        assert.equal(await current.count(), 1)
        const heading = (await page.getByRole('heading', { name, exact: true }).boundingBox())!
        const list = (await contents.boundingBox())!
        const link = (await current.boundingBox())!
        assert.ok(heading.y >= 0 && heading.y + heading.height <= height, `${name} is in view`)
        assert.ok(link.x >= 0 && link.x + link.width <= width, 'the current link is in its width')
        if (width < 640) assert.ok(heading.y >= list.y + list.height, 'the contents cover no heading')
        else {
          assert.ok(list.y >= 0 && list.y + list.height <= height, 'the contents are in view')
          assert.ok(list.x + list.width <= heading.x, 'the contents are beside the sections')
        }
      }
      await context.close()
    })
  }
})
