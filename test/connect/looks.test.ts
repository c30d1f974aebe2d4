import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { PASSWORD } from '../support/agent.ts'
import { startChromium } from '../support/chromium.ts'
import { checkLooks } from '../support/looks.ts'
import { ENGINES } from '../support/service.ts'
import { type Proxied, startBehindProxy } from './proxy.ts'

const LOOKS = [
  { colorScheme: 'light', viewport: { width: 360, height: 740 } },
  { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
] as const

for (const engine of ENGINES) {
  describe(`In a browser, on ${engine}`, () => {
    let chromium: Browser
    let behind: Proxied
    let isBroken = false
    before(async () => {
      chromium = await startChromium()
      behind = await startBehindProxy(engine, {
        request(headers) {
          if (isBroken) delete headers.authorization
        },
      })
    })
    after(async () => {
      await chromium.close()
      await behind.stop()
    })

    async function signUpOn(page: Page): Promise<void> {
      await page.goto(`${behind.proxy.origin}/signup?return=%2Fconnect`)
      await page.getByLabel('Email address').fill(`${crypto.randomUUID()}@example.org`)
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByRole('heading', { name: 'Connect an agent' }).waitFor()
    }

    for (const { colorScheme, viewport } of LOOKS) {
      it(`the page and both results are accessible, ${colorScheme}, ${viewport.width} wide`, async () => {
        const context = await chromium.newContext({ colorScheme, viewport })
        const page = await context.newPage()
        const mistakes: string[] = []
        page.on('console', (message) => message.type() === 'error' && mistakes.push(message.text()))
        await signUpOn(page)
        await checkLooks(page)

        await page.getByRole('button', { name: 'Check the connector' }).click()
        await page.getByRole('heading', { name: 'The connector works' }).waitFor()
        await checkLooks(page)
        assert.equal(await page.locator('.outcome', { hasText: 'OK' }).count(), 7)

        isBroken = true
        await page.getByRole('button', { name: 'Check again' }).click()
        await page.getByRole('heading', { name: 'The connector doesn’t work yet' }).waitFor()
        isBroken = false
        await page.getByText('The proxy strips the Authorization header').waitFor()
        await checkLooks(page)
        assert.equal(await page.locator('.outcome', { hasText: 'Failed' }).count(), 1)
        assert.equal(await page.locator('.outcome', { hasText: 'Not tried' }).count(), 1)

        await page.getByRole('link', { name: 'How to connect an agent' }).click()
        await page.getByRole('heading', { name: 'Connect an agent' }).waitFor()
        assert.deepEqual(mistakes, [])
        await context.close()
      })
    }
  })
}
