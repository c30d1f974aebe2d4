import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { PASSWORD, signUp } from '../support/agent.ts'
import { startChromium } from '../support/chromium.ts'
import { accountIdOf } from '../support/history.ts'
import { checkLooks } from '../support/looks.ts'
import { startService, type TestService } from '../support/service.ts'
import { ACCOUNTS, type Owner, SERVICE, signUpOwner } from './owner-session.ts'

const LOOKS = [
  { colorScheme: 'light', viewport: { width: 320, height: 640 } },
  { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
] as const

describe('The owner’s pages in a browser', () => {
  let chromium: Browser
  let service: TestService
  let owner: Owner
  before(async () => {
    chromium = await startChromium()
    service = await startService('sqlite')
    owner = await signUpOwner(service)
    await owner.send('callbacks', {
      callbacks: 'http://localhost\ncursor://anysphere.cursor-mcp/oauth/callback',
    })
  })
  after(async () => {
    await chromium.close()
    await service.stop()
  })

  for (const { colorScheme, viewport } of LOOKS) {
    it(`are accessible and within the screen, ${colorScheme}, ${viewport.width} wide`, async () => {
      const { email } = await signUp(
        service.baseUrl,
        `${'a-long-name-'.repeat(5)}${viewport.width}@example.org`,
      )
      const page = await (await chromium.newContext({ colorScheme, viewport })).newPage()
      const checkAndCapture = async (name: string) => {
        await checkLooks(page, name)
        const folder = process.env['SCREENSHOTS']
        if (folder) await page.screenshot({ path: `${folder}/${name}-${viewport.width}.png`, fullPage: true })
      }
      await page.goto(`${service.baseUrl}/login`)
      await page.getByLabel('Email address').fill(owner.email)
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.waitForURL('**/queue')
      await page.goto(`${service.baseUrl}${SERVICE}`)
      await page.getByLabel('Who is it for?').fill('For somebody with a long name')
      await page.getByRole('button', { name: 'Create invitation link' }).click()
      const link = await page.getByLabel('Invitation link').inputValue()
      await checkAndCapture('service')
      await page.getByLabel('Additional callbacks').fill('nonsense')
      await page.getByRole('button', { name: 'Save callbacks' }).click()
      await page.getByRole('alert').waitFor()
      await checkAndCapture('mistake')
      await page.goto(`${service.baseUrl}${SERVICE}/health`)
      await checkAndCapture('health')
      await page.goto(`${service.baseUrl}${ACCOUNTS}`)
      await checkAndCapture('accounts')
      await page.goto(`${service.baseUrl}${ACCOUNTS}/${await accountIdOf(service, email)}`)
      await page.getByText('Delete this account').click()
      await checkAndCapture('account')
      await page.getByRole('button', { name: 'Disable account' }).click()
      await page.getByRole('button', { name: 'Enable account' }).waitFor()
      await checkAndCapture('disabled')
      await page.context().clearCookies()
      await page.goto(link)
      await page.getByText('You have been invited').waitFor()
      await checkAndCapture('invited')
      await page.context().close()
    })
  }
})
