import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { PASSWORD } from '../support/agent.ts'
import { startChromium } from '../support/chromium.ts'
import { eventually } from '../support/eventually.ts'
import { onBothEngines } from '../support/service.ts'
import { startWebServer, type WebServer } from '../support/web-server.ts'
import { authorizeAgent } from './agent-program.ts'
import { checkLooks } from '../support/looks.ts'

onBothEngines('A person and an agent', (service) => {
  let chromium: Browser
  let site: WebServer
  before(async () => {
    chromium = await startChromium()
    site = await startWebServer((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(
        '<html lang="en"><title>On hypermedia</title><meta property="og:site_name" content="The Site">',
      )
    })
  })
  after(async () => {
    await chromium.close()
    await site.stop()
  })

  /** A page whose console must stay free of mistakes. */
  async function openPage(): Promise<{ page: Page; mistakes: string[] }> {
    const page = await (await chromium.newContext()).newPage()
    const mistakes: string[] = []
    page.on('console', (message) => {
      // Chromium notes the deny page's own status as an error of loading; the callback's page is not ours.
      const isStatus = message.text().includes('status of 401')
      const isOurs = message.location().url.startsWith(service().baseUrl)
      if (message.type() === 'error' && isOurs && !isStatus) mistakes.push(message.text())
    })
    page.on('pageerror', (error) => mistakes.push(String(error)))
    return { page, mistakes }
  }

  async function signUpOn(page: Page, email: string): Promise<void> {
    await page.getByRole('link', { name: 'Create account' }).first().click()
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
  }

  it('signs up on the way, approves, sees what the agent saved, and revokes it', async () => {
    const { baseUrl } = service()
    const { page, mistakes } = await openPage()
    const authorization = authorizeAgent(
      baseUrl,
      (address) => void page.goto(address, { waitUntil: 'commit' }),
    )

    await signUpOn(page, 'ada@example.org')
    await page.getByText('“Claude”').first().waitFor()
    assert.match(await page.locator('main').innerText(), /127\.0\.0\.1:\d+/)
    await page.getByRole('button', { name: 'Approve' }).click()
    const tokens = await authorization
    assert.ok('accessToken' in tokens)

    const headers = { authorization: `Bearer ${tokens.accessToken}`, 'content-type': 'application/json' }
    const body = JSON.stringify({
      url: `${site.origin}/on-hypermedia`,
      reason: 'You asked for it',
      tags: ['web'],
    })
    const saved = await fetch(`${baseUrl}/queue`, { method: 'POST', headers, body })
    assert.equal(saved.status, 201)

    await page.goto(`${baseUrl}/queue`)
    const card = page.getByRole('article').filter({ hasText: 'web' })
    const text = await eventually(
      async () => {
        await page.reload()
        return card.innerText()
      },
      (text) => text.includes('On hypermedia'),
    )
    for (const shown of ['On hypermedia', 'Claude', 'You asked for it']) assert.ok(text.includes(shown), text)

    await page.getByRole('link', { name: 'Agents' }).click()
    await page.waitForURL('**/agents')
    assert.ok((await page.locator('main').innerText()).includes('Claude'))
    await page
      .getByRole('button', { name: /^Revoke/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: /Revoke the access of Claude/ })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.equal(await page.getByText('Revoked “Claude”.').count(), 0)
    await page
      .getByRole('button', { name: /^Revoke/ })
      .first()
      .click()
    await checkLooks(page, 'before revoking')
    await dialog.getByRole('button', { name: /Revoke access/ }).click()
    await page.getByText('Revoked “Claude”. Its next call is refused.').waitFor()
    await page.getByText('No agent has access').waitFor()

    const refused = await fetch(`${baseUrl}/queue`, { headers })
    assert.equal(refused.status, 401)
    assert.match(refused.headers.get('www-authenticate') ?? '', /error="invalid_token"/)
    assert.deepEqual(mistakes, [])
    await page.context().close()
  })

  it('denies, and the agent is told at its callback', async () => {
    const { baseUrl } = service()
    const { page, mistakes } = await openPage()
    const authorization = authorizeAgent(
      baseUrl,
      (address) => void page.goto(address, { waitUntil: 'commit' }),
    )

    await signUpOn(page, 'bob@example.org')
    await page.getByRole('button', { name: 'Deny' }).click()
    const answer = await authorization
    assert.ok('error' in answer)
    assert.equal(answer.error, 'access_denied')
    assert.equal(answer.issuer, baseUrl)
    assert.equal(answer.referer, undefined)
    await page.getByText('You can close this page.').waitFor()

    await page.goto(`${baseUrl}/agents`)
    await page.getByText('No agent has access').waitFor()
    assert.deepEqual(mistakes, [])
    await page.context().close()
  })
})
