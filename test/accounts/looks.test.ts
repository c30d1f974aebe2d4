import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import type { Browser } from 'playwright-core'
import { PASSWORD } from '../support/agent.ts'
import { startChromium } from '../support/chromium.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { startIdentityProvider, type TestProvider } from '../support/identity-provider.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { plugInDevice } from '../support/passkey.ts'
import { checkLooks } from '../support/looks.ts'
import { signUpLinks } from '../support/sign-up-by-mail.ts'
import { startService, type TestService } from '../support/service.ts'

const MINUTE = 60_000
const LOOKS = [
  { colorScheme: 'light', viewport: { width: 320, height: 640 } },
  { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
] as const

/** What can't be undone says what it does before it is done. */
const TAKEN_AWAY = [
  ['Get new recovery codes', 'Your current recovery codes will stop working.', 'Create new codes'],
  ['Turn off two-step sign-in', 'Your password alone will sign you in', 'Turn off'],
] as const

describe('The pages of an account in a browser', () => {
  let chromium: Browser
  let provider: TestProvider
  let mail: MailServer
  let service: TestService
  before(async () => {
    chromium = await startChromium()
    mail = await startMailServer()
    const port = await freePort()
    provider = await startIdentityProvider([`http://localhost:${port}`])
    const mailing = { SMTP_URL: mail.url, MAIL_FROM: 'queue@example.org' }
    service = await startService('sqlite', { env: { ...provider.env, ...mailing, PORT: String(port) } })
  })
  after(async () => {
    await chromium.close()
    await service.stop()
    await provider.stop()
    await mail.stop()
  })

  for (const { colorScheme, viewport } of LOOKS) {
    it(`are accessible and fit the screen, ${colorScheme}, ${viewport.width} wide`, async () => {
      const permissions = ['clipboard-read', 'clipboard-write']
      const context = await chromium.newContext({ colorScheme, viewport, permissions })
      const page = await context.newPage()
      const mistakes: string[] = []
      page.on('console', (message) => message.type() === 'error' && mistakes.push(message.text()))
      await page.goto(`${service.baseUrl}/login`)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
      await checkLooks(page)

      const email = `${crypto.randomUUID()}@example.org`
      await plugInDevice(page)
      await page.goto(`${service.baseUrl}/signup?return=%2Faccount`)
      await page.getByLabel('Email address').fill(email)
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByText('Check your mail').waitFor()
      await checkLooks(page)
      const link = signUpLinks(mail, email)[0] ?? ''
      const elsewhere = await (await chromium.newContext({ colorScheme, viewport })).newPage()
      await elsewhere.goto(service.baseUrl + link)
      await elsewhere.getByText('You signed up in another browser').waitFor()
      await checkLooks(elsewhere)
      await elsewhere.context().close()
      await page.goto(service.baseUrl + link)
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByRole('link', { name: 'Set up two-step sign-in' }).click()
      await checkLooks(page)
      const key = (await page.locator('code.key').innerText()).replaceAll(' ', '')
      const totp = new TOTP({ secret: Secret.fromBase32(key) })
      const code = () => totp.generate({ timestamp: service.clock.now() })
      await page.getByLabel('Code from the app').fill(code())
      await page.getByRole('button', { name: 'Turn on' }).click()
      await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
      await checkLooks(page)
      const codes = await page.getByRole('listitem').filter({ hasText: '-' }).allInnerTexts()
      assert.equal(codes.length, 10)
      await page.getByRole('button', { name: 'Copy' }).click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      assert.equal(await page.evaluate<string>('navigator.clipboard.readText()'), codes.join('\n'))
      const downloading = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Download' }).click()
      const file = await (await downloading).path()
      assert.equal(await readFile(file, 'utf8'), `${codes.join('\n')}\n`)
      await page.getByRole('link', { name: 'Back to settings' }).click()
      await page.locator('summary', { hasText: 'Add a passkey' }).click()
      await page.getByLabel('Name of the new passkey').fill('The passkey of a device with a long name')
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByText('Passkey added.').waitFor()
      provider.signInAs({ sub: crypto.randomUUID() })
      await page.getByRole('button', { name: 'Connect Example ID' }).click()
      await page.getByText('Connected. You can now sign in with Example ID.').waitFor()
      const other = await (await chromium.newContext()).newPage()
      await other.goto(`${service.baseUrl}/login`)
      await other.getByLabel('Email address').fill(email)
      await other.getByLabel('Password').fill(PASSWORD)
      await other.getByRole('button', { name: 'Sign in', exact: true }).click()
      await other.getByRole('heading', { name: 'Enter your code' }).waitFor()
      await checkLooks(other)
      service.clock.advance(MINUTE)
      await other.getByLabel('Code', { exact: true }).fill(code())
      await other.getByRole('button', { name: 'Sign in', exact: true }).click()
      await other.waitForURL('**/queue')
      await other.context().close()
      await page.reload()
      await page.getByRole('button', { name: 'Sign out everywhere else' }).waitFor()
      await page.getByText('Delete my account').click()
      for (const [open, what, button] of TAKEN_AWAY) {
        assert.equal(await page.getByRole('button', { name: button, exact: true }).isVisible(), false)
        await page.locator('summary', { hasText: open }).click()
        await page.getByText(what).waitFor()
        await page.getByRole('button', { name: button, exact: true }).waitFor()
      }
      await page.locator('summary', { hasText: 'Rename' }).click()
      await checkLooks(page)
      await page.locator('summary', { hasText: 'Change password' }).click()
      await page.getByLabel('New password').fill('aaaaaaaaaaaa')
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByRole('alert').waitFor()
      await eventually(
        () => page.evaluate('document.activeElement.id'),
        (focused) => focused === 'new-password',
      )
      await checkLooks(page)

      service.clock.advance(10 * MINUTE)
      await page.goto(`${service.baseUrl}/account`)
      await page.getByRole('link', { name: 'Delete my account' }).waitFor()
      await checkLooks(page)
      // Not by its link: the simulated device would answer the page's question at once.
      await page.context().clearCookies()
      await page.goto(`${service.baseUrl}/forgot`)
      await checkLooks(page)
      await page.getByLabel('Email address').fill(email)
      await page.getByRole('button', { name: 'Send link' }).click()
      await page.getByText('Check your mail').waitFor()
      await checkLooks(page)
      const message = mail.emails.findLast(({ to }) => to.includes(email))
      await page.goto(/http:\S+\/reset\?token=\S+/.exec(message?.text ?? '')?.[0] ?? '')
      await page.getByRole('heading', { name: 'Reset your password' }).waitFor()
      await checkLooks(page)

      provider.signInAs({ sub: crypto.randomUUID() })
      const stranger = await (await chromium.newContext({ colorScheme, viewport })).newPage()
      await stranger.goto(`${service.baseUrl}/login`)
      await stranger.getByRole('button', { name: 'Sign in with Example ID' }).click()
      await stranger.getByText('You’re new here.').waitFor()
      await checkLooks(stranger)
      const address = `${crypto.randomUUID()}@example.org`
      await stranger.getByLabel('Email address').fill(address)
      await stranger.getByRole('button', { name: 'Create account' }).click()
      await stranger.getByText('Check your mail').waitFor()
      await stranger.goto(service.baseUrl + (signUpLinks(mail, address)[0] ?? ''))
      await stranger.getByRole('button', { name: 'Create account' }).click()
      await stranger.waitForURL('**/queue')
      service.clock.advance(10 * MINUTE)
      await stranger.goto(`${service.baseUrl}/account/confirm`)
      await stranger.getByRole('button', { name: 'Confirm with Example ID' }).waitFor()
      await checkLooks(stranger)
      await stranger.context().close()
      assert.deepEqual(mistakes, [])
      await page.context().close()
    })
  }
})
