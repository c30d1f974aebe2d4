import type { Page } from 'playwright-core'
import {
  type Agent,
  agentWith,
  approve,
  authorizePath,
  connectExtension,
  createPkce,
  type Entity,
  type Person,
  register,
  requestToken,
  signUp,
  submitAction,
} from '../../test/support/agent.ts'
import { fetched } from '../../test/support/article.ts'
import type { Connection } from '../../src/database/database.ts'
import type { TestService } from '../../test/support/service.ts'
import { type Library, paragraphs, type SampleArticle } from './library.ts'
import { drawLandscape } from './illustration.ts'

const MINUTE = 60_000
/** This evening, so that the pictures show the same hours each time and a date that is not long ago. */
const NOW = new Date().setUTCHours(20, 26, 0, 0)

const CALLBACKS = {
  Claude: 'https://claude.ai/api/mcp/auth_callback',
  ChatGPT: 'https://chatgpt.com/connector_platform_oauth_redirect',
}

/** A queue that looks as if somebody had used it for a week. */
export type Seeded = { person: Person; articleId: string; agentId: string }

/** Fills a service with the sample articles, saved by a person and two agents, who also tidy up a little. */
export async function seed(service: TestService, library: Library, page: Page): Promise<Seeded> {
  const { articles, tidied } = library
  const { baseUrl, clock } = service
  const goTo = (at: number) => clock.advance(at - clock.now())
  goTo(NOW - (articles.at(-1)!.age + 60) * MINUTE)
  const person = await signUp(baseUrl, 'ada@reading.example')
  const agents: Record<SampleArticle['by'], Agent> = {
    you: await connectExtension(baseUrl, person),
    ChatGPT: await connect(baseUrl, person, 'ChatGPT'),
    Claude: await connect(baseUrl, person, 'Claude'),
  }
  const items = new Map<string, Entity>()
  for (const sample of articles.toReversed()) {
    goTo(NOW - sample.age * MINUTE)
    const agent = await renewed(baseUrl, agents[sample.by])
    agents[sample.by] = agent
    items.set(sample.title, await save(agent, { library, sample, page }))
  }
  await service.running.services.db.transaction(asPerson)
  goTo(NOW - 5 * MINUTE)
  const claude = await renewed(baseUrl, agents.Claude)
  const ids = articles
    .filter(({ tags = [] }) => tags.some((tag) => tidied.with.includes(tag)))
    .map(({ title }) => items.get(title)!.properties.id)
  await post(claude, '/queue/change-items', { items: ids, action: 'tag-item', tag: tidied.tag })
  goTo(NOW)
  return { person, articleId: items.get(articles[0].title)!.properties.id, agentId: claude.clientId }
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

/** An agent that is called back where those of this name are. */
async function connect(baseUrl: string, person: Person, name: keyof typeof CALLBACKS): Promise<Agent> {
  const redirectUri = CALLBACKS[name]
  const client = await register(baseUrl, { client_name: name, redirect_uris: [redirectUri] })
  const { verifier, challenge } = createPkce()
  const request = { client_id: client, redirect_uri: redirectUri, code_challenge: challenge, state: 's' }
  const target = await approve(person, authorizePath(request))
  const answer = await requestToken(baseUrl, {
    grant_type: 'authorization_code',
    code: target.searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
    client_id: client,
    code_verifier: verifier,
  })
  return agentOf(baseUrl, client, answer)
}

type Sample = { library: Library; sample: SampleArticle; page: Page }

async function save(agent: Agent, content: Sample): Promise<Entity> {
  const { sample } = content
  const { title, site, path, tags, reason, note, progress, isFavourite } = sample
  const html = await pageOf(content)
  const link = { url: `https://${site}/${path}`, title, tags, reason, note, html }
  const saved = await fetched(agent, await agent.save(link))
  if (isFavourite) await submitAction(agent, saved, { name: 'favourite-item' })
  if (progress !== undefined) await submitAction(agent, saved, { name: 'set-progress', fields: { progress } })
  return saved
}

/** The page of an article as its site would send it. */
async function pageOf({ library, sample, page }: Sample): Promise<string> {
  const { title, author, opening, minutes, hue } = sample
  const picture = hue === undefined ? undefined : await drawLandscape(page, hue)
  const isFirst = sample === library.articles[0]
  const lead = picture && !isFirst ? `<figure><img src="${picture}" alt=""></figure>` : ''
  const text = isFirst ? library.story.replace('%PICTURE%', picture ?? '') : paragraphs(library, minutes)
  return `<!doctype html><html><head><title>${title}</title>
    ${author ? `<meta name="author" content="${author}">` : ''}</head>
    <body><article><h1>${title}</h1><p>${opening}</p>${lead}${text}</article></body></html>`
}

/** The agent with an access token that is valid now. */
async function renewed(baseUrl: string, agent: Agent): Promise<Agent> {
  const form = { grant_type: 'refresh_token', refresh_token: agent.refresh, client_id: agent.clientId }
  return agentOf(baseUrl, agent.clientId, await requestToken(baseUrl, form))
}

async function agentOf(baseUrl: string, client: string, answer: Response): Promise<Agent> {
  const { access_token: access, refresh_token: refresh } = (await answer.json()) as Record<string, string>
  if (!access || !refresh) throw new Error(`${client} got no access.`)
  return agentWith(baseUrl, client, { access, refresh })
}

async function post(agent: Agent, path: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await agent.call(path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}
