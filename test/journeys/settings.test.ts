import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { MINUTE } from '../../src/ports/clock.ts'
import { PASSWORD, type Person, signUp } from '../support/agent.ts'
import { startChromium, sessionCookies } from '../support/chromium.ts'
import { checkLooks, checkLooksInThemes } from '../support/looks.ts'
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

  const SECTIONS = ['Storage', 'Where you are signed in', 'Delete account', 'Import']
  const GROUPS = ['Your library', 'Account', 'Reading', 'Sign-in and security']
  for (const [width, height, names] of [
    [1280, 800, [...SECTIONS, 'Sign-in and security']],
    [390, 844, GROUPS],
  ] as const) {
    it(`list their sections, or their groups on phones, and mark where one is, ${width} wide`, async () => {
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
      for (const name of names) {
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

  it('stay at the section whose form was submitted, and show its result there', async () => {
    const context = await chromium.newContext({ viewport: { width: 1280, height: 800 } })
    await context.addCookies(sessionCookies(person, service.baseUrl))
    const page = await context.newPage()
    await page.goto(`${service.baseUrl}/settings`)
    assert.equal(new URL(page.url()).pathname, '/account')
    await person.browser.submit(
      await person.browser.open('/account'),
      { justify: 'on' },
      { action: '/settings' },
    )
    await page.getByRole('radio', { name: 'Compact' }).last().check()
    const notice = page.locator('#notice')
    await notice.waitFor()
    assert.equal(await notice.innerText(), 'Appearance saved.')
    assert.ok((await notice.boundingBox())!.y > 600)
    await page.reload()
    assert.equal(await page.getByRole('radio', { name: 'Compact' }).last().isChecked(), true)
    assert.equal(await page.locator('[name=justify][value=on]').isChecked(), true)

    await page.locator('summary', { hasText: 'Change password' }).click()
    const field = page.getByLabel('New password')
    await field.fill('password1234')
    await checkLooksInThemes(page, 'a form of the settings')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.locator('#new-password[aria-invalid]:focus').waitFor()
    const heading = (await page.getByRole('heading', { name: 'Password', exact: true }).boundingBox())!
    assert.ok(heading.y >= 0 && heading.y < 100, 'its section is at the top')
    await context.close()
  })

  it('ask for confirmation of identity only where it is needed, and return to the section', async () => {
    const context = await chromium.newContext()
    await context.addCookies(sessionCookies(person, service.baseUrl))
    const page = await context.newPage()
    service.clock.advance(10 * MINUTE)
    await page.goto(`${service.baseUrl}/account`)
    assert.equal(await page.getByText('confirm').count(), 0)
    await page.getByRole('link', { name: 'Delete my account' }).click()
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.waitForURL('**/account#delete-heading')
    await page.locator('summary', { hasText: 'Delete my account' }).waitFor()
    await context.close()
  })
})
