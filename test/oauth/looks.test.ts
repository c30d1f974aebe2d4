import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { signUp } from '../support/agent.ts'
import { startChromium, sessionCookies } from '../support/chromium.ts'
import { connectDocumentClient, publishClient, requestPath } from '../support/document-client.ts'
import { checkLooks } from '../support/looks.ts'
import { type Publisher, startPublisher } from '../support/publisher.ts'
import { startService, type TestService } from '../support/service.ts'

const LOOKS = [
  { colorScheme: 'light', viewport: { width: 360, height: 740 } },
  { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
] as const
/** For the person who runs the tests, to look at. */
const SCREENSHOTS = process.env['SCREENSHOTS']

describe('A client with a metadata document, in a browser', () => {
  let chromium: Browser
  let publisher: Publisher
  let service: TestService
  before(async () => {
    chromium = await startChromium()
    publisher = await startPublisher()
    service = await startService('sqlite', { fetchDocument: publisher.fetchDocument })
  })
  after(async () => {
    await chromium.close()
    await service.stop()
    await publisher.stop()
  })

  for (const { colorScheme, viewport } of LOOKS) {
    it(`asks for localhost, then for access, and is listed; ${colorScheme}, ${viewport.width} wide`, async () => {
      const person = await signUp(service.baseUrl)
      const context = await chromium.newContext({ colorScheme, viewport })
      await context.addCookies(sessionCookies(person, service.baseUrl))
      const page = await context.newPage()
      const mistakes: string[] = []
      page.on('console', (message) => message.type() === 'error' && mistakes.push(message.text()))
      const checkAndCapture = async (name: string) => {
        await checkLooks(page, name)
        if (SCREENSHOTS)
          await page.screenshot({ path: `${SCREENSHOTS}/${name}-${colorScheme}.png`, fullPage: true })
      }
      const clientId = publishClient(publisher, { client_name: 'Example Code' })
      const path = requestPath(clientId, { redirect_uri: 'http://localhost:51234/callback' })
      await page.goto(service.baseUrl + path)
      await page.getByRole('heading', { name: 'to this computer?' }).waitFor()
      await checkAndCapture('localhost')
      await page.keyboard.press('Tab')
      await page.getByRole('button', { name: 'Allow on this computer' }).click()
      await page.getByRole('heading', { name: 'use your reading queue?' }).waitFor()
      await checkAndCapture('consent')

      await connectDocumentClient(service.baseUrl, person, { clientId })
      await connectDocumentClient(service.baseUrl, person, { clientId })
      await page.goto(`${service.baseUrl}/agents`)
      await page.getByText('Connections', { exact: true }).waitFor()
      await checkAndCapture('agents')
      await page.getByRole('link', { name: 'Example Code' }).first().click()
      await page.getByText('Nobody has verified its name.').waitFor()
      await checkAndCapture('agent')
      assert.deepEqual(mistakes, [])
      await context.close()
    })
  }
})
