import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContext } from 'playwright-core'
import { connectAgent, type Person, signUp } from '../support/agent.ts'
import { startChromium, sessionCookies } from '../support/chromium.ts'
import { checkLooks } from '../support/looks.ts'
import { startService, type TestService } from '../support/service.ts'

const LOOKS = [
  { colorScheme: 'light', viewport: { width: 360, height: 740 } },
  { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
] as const
/** A folder for pictures, for whoever wants to look at the pages. */
const SCREENSHOTS = process.env['SCREENSHOTS']

describe('Connecting an app, in a browser', () => {
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

  async function openedBy(person: Person, options: (typeof LOOKS)[number]): Promise<BrowserContext> {
    const context = await chromium.newContext(options)
    await context.addCookies(sessionCookies(person, service.baseUrl))
    return context
  }

  for (const options of LOOKS) {
    const { colorScheme, viewport } = options
    it(`takes a choice, a click to copy and no reload; ${colorScheme}, ${viewport.width} wide`, async () => {
      const person = await signUp(service.baseUrl)
      const context = await openedBy(person, options)
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const page = await context.newPage()
      const mistakes: string[] = []
      page.on('console', (message) => message.type() === 'error' && mistakes.push(message.text()))
      const checkAndCapture = async (name: string) => {
        await checkLooks(page, name)
        if (SCREENSHOTS)
          await page.screenshot({ path: `${SCREENSHOTS}/${name}-${colorScheme}.png`, fullPage: true })
      }

      await page.goto(`${service.baseUrl}/connect`)
      await checkAndCapture('connect')
      await page.getByRole('link', { name: 'Claude', exact: true }).click()
      await page.getByRole('heading', { name: 'Get a public address' }).waitFor()
      await checkAndCapture('connect-claude')
      await page.getByRole('link', { name: 'All apps' }).click()
      await page.getByRole('link', { name: 'VS Code' }).click()
      await page.getByRole('link', { name: 'Add to VS Code' }).waitFor()
      await checkAndCapture('connect-vs-code')
      await page.getByRole('link', { name: 'All apps' }).click()
      await page.getByRole('link', { name: 'Codex' }).click()

      await page.getByRole('button', { name: 'Copy' }).click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      assert.equal(
        await page.evaluate<string>('navigator.clipboard.readText()'),
        `codex mcp add reading-queue --url ${service.baseUrl}/mcp`,
      )
      await page.getByText('Waiting for Codex to connect…').waitFor()
      await checkAndCapture('connect-codex')
      await connectAgent(service.baseUrl, person, 'Codex <i>')
      await page.getByText('Codex <i> is connected.').waitFor()
      assert.equal(await page.getByText('Waiting for').isVisible(), false)
      await checkAndCapture('connect-connected')
      await page.getByRole('link', { name: 'Codex <i>' }).click()
      await page.getByRole('heading', { name: 'Codex <i>' }).waitFor()
      assert.deepEqual(mistakes, [])
      await context.close()
    })
  }

  it('offers no copy button without scripts, but a link to look again', async () => {
    const person = await signUp(service.baseUrl)
    const context = await chromium.newContext({ javaScriptEnabled: false })
    await context.addCookies(sessionCookies(person, service.baseUrl))
    const page = await context.newPage()
    await page.goto(`${service.baseUrl}/connect?app=codex`)
    assert.equal(await page.getByRole('button', { name: 'Copy' }).count(), 0)
    await connectAgent(service.baseUrl, person, 'Codex')
    await page.getByRole('link', { name: 'Look again' }).click()
    await page.getByText('Codex is connected.').waitFor()
    await context.close()
  })
})
