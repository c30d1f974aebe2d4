import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { before, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { measureReading } from '../../../src/articles/reading-time.ts'
import { saveArticle } from '../../../src/queue/content/article.ts'
import { FETCHED } from '../../../src/queue/content/capture-source.ts'
import { indexWords, deleteWords } from '../../../src/queue/search/item-words.ts'
import { itemsOf } from '../../../src/queue/lists/items.ts'
import { type Agent, connectAgent, signUp } from '../../support/agent.ts'
import { accountIdOf } from '../../support/history.ts'
import { deadLink } from '../../support/links.ts'
import { callTool, type RpcBody } from '../../support/mcp.ts'
import { onBothEngines } from '../../support/service.ts'
import { PAGES } from './pages.ts'

const COUNT = 150
/** Words of a text that is not asked for. */
const WORDS = 160

/** Texts that people wrote about something else, of different lengths. */
function otherTexts(count: number): string[] {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const words = globSync(['docs/**/*.md', '*.md'], { cwd: root })
    .sort()
    .flatMap((path) => readFileSync(`${root}/${path}`, 'utf8').split(/\s+/))
  return Array.from({ length: count }, (_, index) =>
    words.slice(index * WORDS, (index + 1) * WORDS + (index % 7) * 40).join(' '),
  )
}

onBothEngines('An agent finds what a person asks for among 150 pages:', (service) => {
  let agent: Agent
  before(async () => {
    const { baseUrl } = service()
    const person = await signUp(baseUrl)
    agent = await connectAgent(baseUrl, person)
    const others = otherTexts(COUNT - PAGES.length).map((text, index) => ({ title: `Notes ${index}`, text }))
    // What is asked for is the oldest, the newest, and in between.
    const pages = [...others]
    for (const [index, page] of PAGES.entries()) pages.splice(index * 11, 0, page)
    const links = pages.map(({ title }, index) => ({ url: deadLink(`pages/${index}`), title }))
    await callTool(baseUrl, agent, { name: 'save_links', args: { links: links.slice(0, 100) } })
    await callTool(baseUrl, agent, { name: 'save_links', args: { links: links.slice(100) } })

    const { db } = service().running.services
    const accountId = await accountIdOf(service(), person.email)
    const saved = await itemsOf(db, accountId).findByAddresses(links.map(({ url }) => url))
    await db.transaction(async (tx) => {
      for (const [index, { text }] of pages.entries()) {
        const item = saved.get(links[index]!.url)!
        const texts = { html: text, markdown: text, text, rendered: text, version: 1 }
        await saveArticle(
          tx,
          { accountId, itemId: item.id },
          { ...texts, source: FETCHED, imageNames: [], storedAt: service().clock.now() },
        )
        await deleteWords(tx, accountId, item.savedAt)
        await indexWords(tx, accountId, { item, text })
        const { wordCount, readingMinutes } = measureReading(text, 0)
        await tx.run(
          `UPDATE items SET word_count = ?, reading_minutes = ?, content_status = 'ready' WHERE account_id = ? AND id = ?`,
          wordCount,
          readingMinutes,
          accountId,
          item.id,
        )
      }
      await tx.run('UPDATE queues SET version = version + 1 WHERE account_id = ?', accountId)
    })
  })

  /** Calls a tool and adds what its answer costs to read, about four bytes a token. */
  async function ask(spent: { tokens: number }, name: string, args: object): Promise<RpcBody> {
    const { content, isError, structuredContent } = await callTool(service().baseUrl, agent, {
      name,
      args: { ...args },
    })
    const text = content.map((block) => block.text).join('')
    assert.equal(isError, undefined, text)
    spent.tokens += Math.ceil(Buffer.byteLength(text) / 4)
    return structuredContent
  }

  it('a question answered from what was saved: 12 of 14 at least, each in two calls and 2,000 tokens', async () => {
    const missed: string[] = []
    for (const { title, question, answer } of PAGES) {
      const spent = { tokens: 0 }
      const { results } = await ask(spent, 'search', { query: question })
      const result = results.find((one: { title: string }) => one.title === title)
      const found = result && (await ask(spent, 'get_item_content', { id: result.id, find: question }))
      if (!found || !answer.test(found.text)) missed.push(question)
      assert.ok(spent.tokens <= 2000, `${question}: ${spent.tokens} tokens`)
    }
    assert.ok(missed.length <= 2, missed.join('\n'))
  })

  it('the five shortest, in one call and 400 tokens', async () => {
    const spent = { tokens: 0 }
    const fields = ['id', 'title', 'wordCount']
    const { items } = await ask(spent, 'list_queue', { sort: 'shortest', limit: 5, fields })
    const counts = items.map(({ wordCount }: { wordCount: number }) => wordCount)
    const lengths = PAGES.map(({ text }) => measureReading(text, 0).wordCount).sort((a, b) => a - b)
    assert.deepEqual(counts, lengths.slice(0, 5))
    assert.ok(spent.tokens <= 400, String(spent.tokens))
  })
})
