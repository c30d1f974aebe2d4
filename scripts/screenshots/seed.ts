import type { Page } from 'playwright-core'
import {
  type Agent,
  agentWith,
  connectAgent,
  connectExtension,
  type Entity,
  type Person,
  requestToken,
  signUp,
  submitAction,
} from '../../test/support/agent.ts'
import { fetched } from '../../test/support/article.ts'
import type { Connection } from '../../src/database/database.ts'
import type { TestService } from '../../test/support/service.ts'
import { LIGHTHOUSE, paragraphs, type SampleArticle, SAMPLES } from './articles.ts'
import { drawLandscape } from './illustration.ts'

const MINUTE = 60_000
/** When the pictures are made, so that they show the same times each time: an evening. */
const NOW = Date.UTC(2027, 2, 14, 20, 26)

/** A queue that looks as if somebody had used it for a week. */
export type Seeded = { person: Person; articleId: string; agentId: string }

/** Fills a service with the sample articles, saved by a person and two agents, who also tidy up a little. */
export async function seed(service: TestService, page: Page): Promise<Seeded> {
  const { baseUrl, clock } = service
  const goTo = (at: number) => clock.advance(at - clock.now())
  goTo(NOW - (SAMPLES.at(-1)!.age + 60) * MINUTE)
  const person = await signUp(baseUrl, 'ada@reading.example')
  const agents: Record<SampleArticle['by'], Agent> = {
    you: await connectExtension(baseUrl, person),
    Claude: await connectAgent(baseUrl, person, 'Claude'),
    ChatGPT: await connectAgent(baseUrl, person, 'ChatGPT'),
  }
  const items = new Map<string, Entity>()
  for (const sample of SAMPLES.toReversed()) {
    goTo(NOW - sample.age * MINUTE)
    const agent = await renewed(baseUrl, agents[sample.by])
    agents[sample.by] = agent
    items.set(sample.title, await save(agent, sample, page))
  }
  await service.running.services.db.transaction(asPerson)
  const tidied = SAMPLES.filter(({ tags = [] }) => tags.includes('essay') || tags.includes('history'))
  goTo(NOW - 5 * MINUTE)
  const claude = await renewed(baseUrl, agents.Claude)
  const ids = tidied.map(({ title }) => items.get(title)!.properties.id)
  const changes = { items: ids, action: 'tag-item', tag: 'weekend' }
  await post(claude, '/queue/change-items', changes)
  goTo(NOW)
  return { person, articleId: items.get(SAMPLES[0]!.title)!.properties.id, agentId: claude.clientId }
}

/** What came through the extension, as the person's own: a page can't be fetched from a site that does not exist. */
async function asPerson(tx: Connection): Promise<void> {
  const byExtension = `IN (SELECT client_id FROM grants WHERE client_id LIKE 'reading-queue-%')`
  await tx.run(`UPDATE items SET saved_by_id = NULL, saved_by_name = NULL WHERE saved_by_id ${byExtension}`)
  await tx.run(
    `UPDATE changes SET actor = 'person', client_id = NULL, client_name = NULL WHERE client_id ${byExtension}`,
  )
  await tx.run(
    `UPDATE items SET image_name = (SELECT MIN(name) FROM images
       WHERE images.account_id = items.account_id AND images.item_id = items.id)`,
  )
}

async function save(agent: Agent, sample: SampleArticle, page: Page): Promise<Entity> {
  const { title, site, path, tags, reason, note, progress, isFavourite } = sample
  const html = await pageOf(sample, page)
  const link = { url: `https://${site}/${path}`, title, tags, reason, note, html }
  const saved = await fetched(agent, await agent.save(link))
  if (isFavourite) await submitAction(agent, saved, 'favourite-item')
  if (progress !== undefined) await submitAction(agent, saved, 'set-progress', { progress })
  return saved
}

/** The page of an article as its site would send it. */
async function pageOf({ title, author, opening, minutes, hue }: SampleArticle, page: Page): Promise<string> {
  const picture = hue === undefined ? undefined : await drawLandscape(page, hue)
  const isFirst = title === SAMPLES[0]!.title
  const lead = picture && !isFirst ? `<figure><img src="${picture}" alt=""></figure>` : ''
  const text = isFirst ? LIGHTHOUSE.replace('%PICTURE%', picture ?? '') : paragraphs(minutes)
  return `<!doctype html><html><head><title>${title}</title>
    ${author ? `<meta name="author" content="${author}">` : ''}</head>
    <body><article><h1>${title}</h1><p>${opening}</p>${lead}${text}</article></body></html>`
}

/** The agent with an access token that is valid now. */
async function renewed(baseUrl: string, agent: Agent): Promise<Agent> {
  const form = { grant_type: 'refresh_token', refresh_token: agent.refresh, client_id: agent.clientId }
  const answer = await requestToken(baseUrl, form)
  const { access_token: access, refresh_token: refresh } = (await answer.json()) as Record<string, string>
  if (!access || !refresh) throw new Error(`The access of ${agent.clientId} was not renewed.`)
  return agentWith(baseUrl, agent.clientId, access, refresh)
}

async function post(agent: Agent, path: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await agent.call(path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}
