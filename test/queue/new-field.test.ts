import assert from 'node:assert/strict'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { callTool, mcpResult, toolOutcome } from '../support/mcp.ts'
import { copyRepository } from '../support/repository-copy.ts'
import { ENGINES, type startService, type TestService } from '../support/service.ts'

const support = fileURLToPath(new URL('../support', import.meta.url))

const MIGRATION = `import type { Migration } from './migration.ts'
export const rating: Migration = {
  number: 9999,
  name: 'rating',
  statements: ['ALTER TABLE items ADD COLUMN rating INTEGER'],
}
`
const ACTION = `import { itemAction } from './action.ts'
export const rateItem = itemAction({
  name: 'rate-item',
  title: 'Rate',
  description: 'Say how good an item is, from 1 to 5.',
  method: 'PUT',
  fields: { rating: { kind: 'count', title: 'Rating', max: 5, required: true } },
  isOffered: (item) => item.removedAt === null,
  change: (item, { rating }) => (rating === item.rating ? item : { ...item, rating }),
})
`

/** A copy of the program whose items have a rating, made as CONTRIBUTING says; nothing else of it is changed. */
function programWithRating(): { folder: string; remove(): void } {
  const copy = copyRepository()
  const src = join(copy.folder, 'src')
  cpSync(support, join(copy.folder, 'test/support'), { recursive: true })
  const insert = (path: string, mark: string | RegExp, text: string) => {
    const before = readFileSync(join(src, path), 'utf8')
    const after = before.replace(mark, (found) => text + found)
    assert.notEqual(after, before, `${path} has ${mark}`)
    writeFileSync(join(src, path), after)
  }
  writeFileSync(join(src, 'database/migrations/9999-rating.ts'), MIGRATION)
  insert(
    'database/migrations/migrate.ts',
    'import type { Migration }',
    `import { rating } from './9999-rating.ts'\n`,
  )
  insert(
    'database/migrations/migrate.ts',
    /(?<=export const migrations: Migration\[\] = \[[^\]]*)\]/,
    'rating, ',
  )
  insert(
    'queue/model/fields.ts',
    '  removedAt: {',
    `  rating: { column: 'rating', type: 'integer?', undo: 'the rating', views: [...SET, 'facts'] },\n`,
  )
  insert('html/messages/english/fields.ts', '    removedAt:', `    rating: 'Rating',\n`)
  insert('html/messages/english/actions.ts', `    'restore-item':`, `    'rate-item': 'Rated.',\n`)
  insert('endpoints/discovery/item-members-md.ts', '  removedAt:', `  rating: 'from 1 to 5',\n`)
  writeFileSync(join(src, 'queue/actions/rate-item.ts'), ACTION)
  insert(
    'queue/actions/catalogue.ts',
    'import { refetchItem }',
    `import { rateItem } from './rate-item.ts'\n`,
  )
  insert('queue/actions/catalogue.ts', '  refetchItem,', '  rateItem,\n')
  return copy
}

describe('A field that is added to the table', () => {
  let program: ReturnType<typeof programWithRating>
  let start: typeof startService
  before(async () => {
    program = programWithRating()
    const module = (await import(join(program.folder, 'test/support/service.ts'))) as {
      startService: typeof startService
    }
    start = module.startService
  })
  after(() => program.remove())

  for (const engine of ENGINES) {
    describe(`on ${engine}`, () => {
      let service: TestService
      let person: Person
      let agent: Agent
      let item: Entity
      let sequence: number

      before(async () => {
        service = await start(engine)
        person = await signUp(service.baseUrl)
        agent = await connectAgent(service.baseUrl, person, 'Critic')
        item = await agent.save({ url: deadLink('rated') })
        assert.ok((await submitAction(agent, item, { name: 'rate-item', fields: { rating: 4 } })).ok)
      })
      after(() => service.stop())

      const now = () => agent.entity(`/queue/items/${item.properties.id}`)
      const text = async (path: string) => {
        const { text } = await person.browser.open(path)
        return text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
      }

      it('is kept, and in the API', async () => {
        assert.equal(item.properties.rating, null)
        assert.equal((await now()).properties.rating, 4)
        const [listed] = (await agent.entity('/queue')).entities
        assert.equal(listed.properties.rating, 4)
        const profile = await fetch(`${service.baseUrl}/profiles/queue`)
        assert.match(await profile.text(), /\| rating \| from 1 to 5 \|/)
      })

      it('is in the changes, before and after', async () => {
        const { entities } = await agent.entity('/queue/changes')
        const change = entities.find(({ properties }: Entity) => properties.action === 'rate-item')
        const { before, after, undoable } = change.properties
        assert.deepEqual(
          { before, after, undoable },
          { before: { rating: null }, after: { rating: 4 }, undoable: true },
        )
        sequence = change.properties.sequence
      })

      it('is known to MCP', async () => {
        const { id } = item.properties
        const { tools } = await mcpResult(service.baseUrl, agent, { method: 'tools/list' })
        const rate = tools.find((tool: Entity) => tool.name === 'rate_item')
        assert.equal(rate.inputSchema.properties.rating.type, 'integer')
        assert.equal(
          (await toolOutcome(service.baseUrl, agent, { name: 'get_item', args: { id } })).item.rating,
          4,
        )
        const told = await callTool(service.baseUrl, agent, { name: 'list_changes', args: { limit: 5 } })
        assert.match(JSON.stringify(told.structuredContent), /"after":{"rating":4}/)
      })

      it('is on the pages', async () => {
        const path = `/queue/items/${item.properties.id}`
        assert.match(await text(path), /Rating 4/)
        assert.match(await text(`/history?item=${item.properties.id}`), /Rate by Critic Rating 4/)
      })

      it('is undone, unless somebody has changed it since', async () => {
        const path = `/queue/items/${item.properties.id}`
        await person.browser.submit(
          await person.browser.open(path),
          { rating: '2' },
          { action: `${path}/rate-item` },
        )
        const change = await agent.entity(`/queue/changes/${sequence}`)
        assert.equal(change.properties.notUndoableBecause, 'The person has changed the rating since.')
        assert.ok((await submitAction(agent, await now(), { name: 'rate-item', fields: { rating: 4 } })).ok)
        const undo = { change: sequence }
        assert.ok(
          (await submitAction(agent, await agent.entity('/queue'), { name: 'undo-change', fields: undo })).ok,
        )
        assert.equal((await now()).properties.rating, null)
      })

      it('is in the export', async () => {
        assert.match(await text('/account/export'), /"rating":null/)
      })
    })
  }
})
