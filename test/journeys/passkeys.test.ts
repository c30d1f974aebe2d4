import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { PASSWORD } from '../support/agent.ts'
import { startChromium } from '../support/chromium.ts'
import { type Device, plugInDevice } from '../support/passkey.ts'
import { onBothEngines, onOneEngine } from '../support/service.ts'
import { authorizeAgent } from './agent-program.ts'

const MINUTE = 60_000

/** What browsers of some years ago have not: the script does it itself, and offers nothing unasked. */
const LACKING = `
  delete PublicKeyCredential.isConditionalMediationAvailable
  delete PublicKeyCredential.parseCreationOptionsFromJSON
  delete PublicKeyCredential.parseRequestOptionsFromJSON
  delete PublicKeyCredential.prototype.toJSON`

onBothEngines('A passkey', (service) => {
  let chromium: Browser
  before(async () => {
    chromium = await startChromium()
  })
  after(() => chromium.close())

  type Person = { page: Page; device: Device; email: string; mistakes: string[] }

  /** Somebody who is signed in, with a device, and whose browser must meet no mistake of ours. */
  async function newPerson(browser: 'old' | 'new' = 'old'): Promise<Person> {
    const page = await (await chromium.newContext()).newPage()
    if (browser === 'old') await page.addInitScript(LACKING)
    const mistakes: string[] = []
    page.on('console', (message) => {
      // The agent's own server is gone as soon as it has its code, also for what the browser still asks of it.
      const isOurs = message.location().url.startsWith(service().baseUrl)
      if (message.type() === 'error' && isOurs) mistakes.push(message.text())
    })
    page.on('pageerror', (error) => mistakes.push(String(error)))
    const device = await plugInDevice(page)
    const email = `${crypto.randomUUID()}@example.org`
    await page.goto(`${service().baseUrl}/signup`)
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/queue')
    return { page, device, email, mistakes }
  }

  async function addPasskey(page: Page, name: string): Promise<void> {
    await page.goto(`${service().baseUrl}/account`)
    await page.locator('summary', { hasText: 'Add a passkey' }).click()
    await page.getByLabel('Name of the new passkey').fill(name)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('Passkey added. You can now sign in with it.').waitFor()
    await page.waitForLoadState('domcontentloaded')
  }

  async function removePasskey(page: Page, name: string): Promise<void> {
    const button = page.getByRole('button', { name: `Remove passkey ${name}` })
    assert.equal(await button.isVisible(), false, 'it is not removed by one click')
    await page.locator('summary', { hasText: `Remove ${name}` }).click()
    await button.click()
  }

  async function signOut(page: Page): Promise<void> {
    await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are signed out.').waitFor()
  }

  it('is added with a name, signs in, and is removed', async () => {
    const { page, device, mistakes } = await newPerson()
    await addPasskey(page, 'My laptop')
    const [credential] = await device.credentials()
    assert.equal(credential?.isResidentCredential, true)
    assert.match(await page.locator('main').innerText(), /My laptop\s+Added just now\. Not used yet\./)

    await signOut(page)
    await page.goto(`${service().baseUrl}/login`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL('**/queue')
    await page.goto(`${service().baseUrl}/account`)
    assert.match(await page.locator('main').innerText(), /My laptop\s+Added just now\. Last used just now\./)

    await page.getByText('Rename', { exact: false }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Old laptop')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByText('Old laptop').first().waitFor()
    await removePasskey(page, 'Old laptop')
    await page.getByText('Passkey removed.').waitFor()
    await signOut(page)
    await page.goto(`${service().baseUrl}/login`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('This passkey isn’t registered here.').waitFor()
    assert.deepEqual(mistakes, [])
    await page.context().close()
  })

  it('is offered beside the field for the address, without a click', async () => {
    const { page, mistakes } = await newPerson('new')
    await addPasskey(page, 'My phone')
    await signOut(page)
    // The simulated device takes the suggestion at once.
    await page.goto(`${service().baseUrl}/login?return=%2Fagents`)
    await page.waitForURL('**/agents')
    assert.deepEqual(mistakes, [])
    await page.context().close()
  })

  it('signs in during an authorization, which continues', async () => {
    const { baseUrl } = service()
    const { page, mistakes } = await newPerson()
    await addPasskey(page, 'My laptop')
    await signOut(page)
    const authorization = authorizeAgent(
      baseUrl,
      (address) => void page.goto(address, { waitUntil: 'commit' }),
    )
    await page.getByText('An app asks to use your reading queue.').waitFor()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    assert.ok('accessToken' in (await authorization))
    assert.deepEqual(mistakes, [])
    await page.context().close()
  })

  it('confirms the person’s identity, and can’t be removed while it is the only way to sign in', async () => {
    const { page, mistakes } = await newPerson('new')
    await addPasskey(page, 'My laptop')
    await page.locator('summary', { hasText: 'Change password' }).click()
    await page.getByRole('button', { name: 'Remove password' }).click()
    await page.getByText('Password removed.').waitFor()
    await removePasskey(page, 'My laptop')
    await page.getByText('This is your only way to sign in. Add another one before you remove it.').waitFor()
    service().clock.advance(10 * MINUTE)
    await page.reload()
    assert.equal(await page.locator('summary', { hasText: 'Remove My laptop' }).count(), 0)
    await page.getByRole('link', { name: 'Set password' }).click()
    // The simulated device answers the page's own question at once.
    await page.getByText('Confirmed.').waitFor()
    await page.locator('summary', { hasText: 'Set password' }).click()
    await page.getByLabel('New password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('Password saved.').waitFor()
    await removePasskey(page, 'My laptop')
    await page.getByText('Passkey removed.').waitFor()
    assert.deepEqual(mistakes, [])
    await page.context().close()
  })

  it('with a decreasing counter still signs in, which is logged', async () => {
    const { page, device } = await newPerson()
    await addPasskey(page, 'My key')
    for (const [count, isTold] of [
      [50, false],
      [3, true],
    ] as const) {
      await signOut(page)
      await page.goto(`${service().baseUrl}/login`)
      await device.setCounter(count)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.waitForURL('**/queue')
      assert.equal(/counter of a passkey went back/.test(service().logged()), isTold)
    }
    await page.context().close()
  })
})

onOneEngine(
  'Where the address is an IP',
  (service) => {
    it('no passkey is offered, and asking for one is refused in words', async (t) => {
      const chromium = await startChromium()
      t.after(() => chromium.close())
      const page = await chromium.newPage()
      await page.goto(`${service().baseUrl}/signup`)
      await page.getByLabel('Email address').fill('ada@example.org')
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.waitForURL('**/queue')
      await page.goto(`${service().baseUrl}/account`)
      assert.doesNotMatch(await page.content(), /passkey/i)
      const optionsResponse = await page.request.post(`${service().baseUrl}/passkeys/registration-options`, {
        form: { form_token: await page.locator('[name=form_token]').first().inputValue() },
        headers: { accept: 'application/json' },
      })
      assert.equal(optionsResponse.status(), 409)
      assert.match(await optionsResponse.text(), /Passkeys need a host name with https/)
    })
  },
  { env: { BASE_URL: 'http://127.0.0.1:0' } },
)
