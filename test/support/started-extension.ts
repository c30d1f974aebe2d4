import type { Page } from 'playwright-core'
import { type Agent, connectAgent, type Entity, type Person, signUp } from './agent.ts'
import { startArticles } from './articles.ts'
import { eventually } from './eventually.ts'
import { connect, type ExtensionBrowser, signInto, startExtension } from './extension.ts'
import { startService, type TestService } from './service.ts'
import type { WebServer } from './web-server.ts'

/** A browser with the extension, the service that it was built for, a site to save from, and a person with an agent. */
export type StartedExtension = {
  service: TestService
  site: WebServer
  person: Person
  agent: Agent
  browser: ExtensionBrowser
  /** Opens a page of the site in a new tab. */
  openPage(path: string): Promise<Page>
  /** The item of a page of the site, as soon as it is there and `isDone`. */
  itemOf(path: string, isDone?: (item: Entity) => boolean): Promise<Entity>
  /** Waits until a page of the site is in no list but the trash. */
  isGone(path: string): Promise<void>
  /** Closes all tabs but the first, and lets requests through again. */
  reset(): Promise<void>
  stop(): Promise<void>
}

type Options = {
  granted?: string[]
  /** Whether scripts may run on the pages of the site, as after a click on the extension. */
  allowsSite?: boolean
  env?: Record<string, string>
  /** The screen where the browser shows itself with its own dialogs. */
  display?: string
  /** How far the person has come; by default the extension may act for them. */
  until?: 'built' | 'signed in' | 'connected'
}

export async function startWithExtension(options: Options = {}): Promise<StartedExtension> {
  const { granted = [], allowsSite = false, env = {}, until = 'connected', display } = options
  const service = await startService('sqlite', { env })
  const site = await startArticles()
  const person = await signUp(service.baseUrl)
  const agent = await connectAgent(service.baseUrl, person)
  const allowed = allowsSite ? [`${site.origin}/*`] : []
  const browser = await startExtension(service.baseUrl, { granted, allowed, ...(display ? { display } : {}) })
  if (until !== 'built') await signInto(browser, service.baseUrl, person)
  if (until === 'connected') await connect(browser, person)

  async function find(path: string): Promise<Entity | undefined> {
    const { entities } = await agent.entity('/queue?state=all')
    return entities.find((item: Entity) => item.properties.url === site.origin + path)
  }

  return {
    service,
    site,
    person,
    agent,
    browser,
    async openPage(path) {
      const page = await browser.context.newPage()
      await page.goto(site.origin + path)
      return page
    },
    async itemOf(path, isDone = () => true) {
      const item = await eventually(
        () => find(path),
        (item) => item !== undefined && isDone(item),
      )
      return item!
    },
    async isGone(path) {
      await eventually(
        () => find(path),
        (item) => item === undefined,
      )
    },
    async reset() {
      await browser.context.unrouteAll()
      for (const page of browser.context.pages().slice(1)) await page.close()
    },
    async stop() {
      await browser.close()
      await site.stop()
      await service.stop()
    },
  }
}
