import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { type Agent, connectAgent, type Person, signUp } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { startChromium } from '../support/chromium.ts'
import { checkLooks } from '../support/looks.ts'
import { toolOutcome } from '../support/mcp.ts'
import { startService, type TestService } from '../support/service.ts'

const LOOKS: BrowserContextOptions[] = [
  { colorScheme: 'dark', viewport: { width: 320, height: 640 } },
  { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
]

describe('Asking an agent in a browser', () => {
  let chromium: Browser
  let service: TestService
  let person: Person
  let agent: Agent
  before(async () => {
    chromium = await startChromium()
    service = await startService('sqlite')
    person = await signUp(service.baseUrl)
    agent = await connectAgent(service.baseUrl, person, 'Claude')
    for (const title of ['One', 'Two']) {
      const html = articlePage(title)
      await fetched(agent, await agent.save({ url: `https://example.org/${title}`, title, html }))
    }
  })
  after(async () => {
    await chromium.close()
    await service.stop()
  })

  const row = (page: Page, title: string) => page.locator('.item-card', { hasText: title })

  for (const look of LOOKS) {
    it(`shows who answered, and is accessible and within its width, ${look.viewport?.width} wide`, async () => {
      const context = await chromium.newContext(look)
      const cookies = [...person.browser.cookies]
      await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: service.baseUrl })))
      const page = await context.newPage()
      await page.goto(`${service.baseUrl}/queue`)

      // The key opens the row's menu with the cursor in the field.
      await row(page, 'Two').focus()
      await page.keyboard.press('a')
      await checkLooks(page, 'the menu')
      await page.keyboard.type('Is it long?')
      await page.keyboard.press('Enter')
      await page.getByText('Asked. The next agent that looks will see it.').waitFor()
      await row(page, 'Two').getByText('Is it long?').waitFor()
      await checkLooks(page, 'the list')

      await toolOutcome(service.baseUrl, agent, {
        name: 'change_items',
        args: { query: 'is:asked', answer: `No.\n${'long'.repeat(200)}` },
      })
      await page.goto(`${service.baseUrl}/queue?state=all&q=is%3Aanswered`)
      await page.getByRole('heading', { name: 'Answered' }).waitFor()
      await row(page, 'Two').getByText('Answer by Claude:').waitFor()
      await row(page, 'Two').getByRole('heading').getByRole('link').click()
      await page.getByText('Claude answered').waitFor()
      await checkLooks(page, 'the article')
      await page.getByRole('button', { name: 'Clear', exact: true }).click()
      await page.getByText('Request cleared.').waitFor()
      await context.close()
    })
  }
})
