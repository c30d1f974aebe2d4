import assert from 'node:assert/strict'
import { once } from 'node:events'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { unzipped } from '../library/read.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import type { startProgram } from '../support/program.ts'
import { callTool, mcpResult, toolOutcome } from '../support/mcp.ts'
import { copyRepository } from '../support/repository-copy.ts'
import { linkOf } from '../support/siren-check.ts'
import { ENGINES, type startService, type TestService } from '../support/service.ts'

const support = fileURLToPath(new URL('../support', import.meta.url))

const MIGRATION = `import type { Migration } from './migration.ts'
export const zest: Migration = {
  number: 9999,
  name: 'zest',
  statements: [
    'ALTER TABLE items ADD COLUMN zest INTEGER',
    'CREATE INDEX items_by_zest ON items (account_id, zest, saved_at) WHERE zest IS NOT NULL',
  ],
}
`
const ACTION = `import { ITEM_FIELDS } from '../model/fields.ts'
import { itemAction } from './action.ts'
export const setZest = itemAction({
  name: 'set-zest',
  title: 'Set zest',
  description: 'Say how good an item is, from 1 to 5.',
  method: 'PUT',
  fields: { zest: { kind: 'count', title: 'Zest', max: ITEM_FIELDS.zest.max, required: true } },
  isOffered: (item) => item.removedAt === null,
  change: (item, { zest }) => (zest === item.zest ? item : { ...item, zest }),
})
`

/** A copy of the program whose items have a zest, made as CONTRIBUTING says; nothing else of it is changed. */
function programWithZest(): { folder: string; remove(): void } {
  const copy = copyRepository()
  const src = join(copy.folder, 'src')
  cpSync(support, join(copy.folder, 'test/support'), { recursive: true })
  const insert = (path: string, mark: string | RegExp, text: string) => {
    const before = readFileSync(join(src, path), 'utf8')
    const after = before.replace(mark, (found) => text + found)
    assert.notEqual(after, before, `${path} has ${mark}`)
    writeFileSync(join(src, path), after)
  }
  writeFileSync(join(src, 'database/migrations/9999-zest.ts'), MIGRATION)
  insert(
    'database/migrations/migrate.ts',
    'import type { Migration }',
    `import { zest } from './9999-zest.ts'\n`,
  )
  insert(
    'database/migrations/migrate.ts',
    /(?<=export const migrations: Migration\[\] = \[[^\]]*)\]/,
    'zest, ',
  )
  insert(
    'queue/model/fields.ts',
    '  removedAt: {',
    `  zest: { column: 'zest', type: 'integer?', max: 5, sort: 'zest', undo: 'the zest', import: true, views: [...WITH_ROW, 'csv', 'markdown', 'card', 'details'] },\n`,
  )
  insert('html/messages/english/fields.ts', '    removedAt:', `    zest: 'Zest',\n`)
  insert('html/messages/english/queue.ts', `      'recently-read':`, `      zest: 'Most zest',\n`)
  insert('html/messages/english/actions.ts', `    'restore-item':`, `    'set-zest': 'Zest set.',\n`)
  insert('endpoints/discovery/item-members-md.ts', '  removedAt:', `  zest: 'from 1 to 5',\n`)
  writeFileSync(join(src, 'queue/actions/set-zest.ts'), ACTION)
  insert('queue/actions/catalogue.ts', 'import { refetchItem }', `import { setZest } from './set-zest.ts'\n`)
  insert('queue/actions/catalogue.ts', '  refetchItem,', '  setZest,\n')
  return copy
}

describe('A field that is added to the table', () => {
  let program: ReturnType<typeof programWithZest>
  let start: typeof startService
  let run: typeof startProgram
  before(async () => {
    program = programWithZest()
    const module = (await import(join(program.folder, 'test/support/service.ts'))) as {
      startService: typeof startService
    }
    start = module.startService
    const programs = (await import(join(program.folder, 'test/support/program.ts'))) as {
      startProgram: typeof startProgram
    }
    run = programs.startProgram
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
        assert.ok((await submitAction(agent, item, { name: 'set-zest', fields: { zest: 4 } })).ok)
      })
      after(() => service.stop())

      const now = () => agent.entity(`/queue/items/${item.properties.id}`)
      const text = async (path: string) => {
        const { text } = await person.browser.open(path)
        return text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
      }

      it('is stored, and in the API', async () => {
        assert.equal(item.properties.zest, null)
        assert.equal((await now()).properties.zest, 4)
        const [listed] = (await agent.entity('/queue')).entities
        assert.equal(listed.properties.zest, 4)
        const profile = await fetch(`${service.baseUrl}/profiles/queue`)
        assert.match(await profile.text(), /\| zest \| from 1 to 5 \|/)
      })

      it('is in the changes, before and after', async () => {
        const { entities } = await agent.entity('/queue/changes')
        const change = entities.find(({ properties }: Entity) => properties.action === 'set-zest')
        const { before, after, undoable } = change.properties
        assert.deepEqual(
          { before, after, undoable },
          { before: { zest: null }, after: { zest: 4 }, undoable: true },
        )
        sequence = change.properties.sequence
      })

      it('is in the MCP tools', async () => {
        const { id } = item.properties
        const { tools } = await mcpResult(service.baseUrl, agent, { method: 'tools/list' })
        const { inputSchema } = tools.find((tool: Entity) => tool.name === 'change_items')
        assert.deepEqual(inputSchema.properties.zest, { type: 'integer', maximum: 5 })
        assert.equal(
          (await toolOutcome(service.baseUrl, agent, { name: 'get_item', args: { id } })).item.zest,
          4,
        )
        const rows = await toolOutcome(service.baseUrl, agent, {
          name: 'list_queue',
          args: { fields: ['zest'] },
        })
        assert.deepEqual(rows.items, [{ zest: 4 }])
        const result = await callTool(service.baseUrl, agent, { name: 'list_changes', args: { limit: 5 } })
        assert.match(JSON.stringify(result.structuredContent), /"after":{"zest":4}/)
      })

      it('is on the pages', async () => {
        const path = `/queue/items/${item.properties.id}`
        assert.match(await text(path), /Zest 4/)
        assert.match(await text(`/history?item=${item.properties.id}`), /Set zest by Cr Critic Zest 4/)
      })

      it('is undone, unless somebody has changed it since', async () => {
        const path = `/queue/items/${item.properties.id}`
        await person.browser.submit(
          await person.browser.open(path),
          { zest: '2' },
          { action: `${path}/set-zest` },
        )
        const change = await agent.entity(`/queue/changes/${sequence}`)
        assert.equal(change.properties.notUndoableBecause, 'The person has changed the zest since.')
        assert.ok((await submitAction(agent, await now(), { name: 'set-zest', fields: { zest: 4 } })).ok)
        const undo = { change: sequence }
        assert.ok(
          (await submitAction(agent, await agent.entity('/queue'), { name: 'undo-change', fields: undo })).ok,
        )
        assert.equal((await now()).properties.zest, null)
      })

      it('is set for many items at once, by programs, agents and people', async () => {
        const other = await agent.save({ url: deadLink('rated-too') })
        const ids = [item.properties.id, other.properties.id]
        const zests = () =>
          Promise.all(ids.map(async (id) => (await agent.entity(`/queue/items/${id}`)).properties.zest))
        const change = async (fields: Record<string, unknown>) =>
          (await submitAction(agent, await agent.entity('/queue'), { name: 'change-items', fields })).status
        assert.equal(await change({ items: ids, zest: 3 }), 200)
        assert.deepEqual(await zests(), [3, 3])
        assert.equal(await change({ items: ids, zest: 6 }), 422)
        await callTool(service.baseUrl, agent, { name: 'change_items', args: { items: ids, zest: 5 } })
        assert.deepEqual(await zests(), [5, 5])
        const action = '/queue/change-items'
        const page = await person.browser.open('/queue')
        assert.equal(page.forms.find((form) => form.action === action)?.fields['zest'], '')
        const rated = await person.browser.submit(
          page,
          { items: ids.join(' '), action: 'set-zest', zest: '2' },
          { action },
        )
        assert.match(rated.text, /2 changed\./)
        assert.deepEqual(await zests(), [2, 2])
      })

      it('can be searched for and compared', async () => {
        const better = await agent.save({ url: deadLink('better') })
        await submitAction(agent, better, { name: 'set-zest', fields: { zest: 5 } })
        const counts = { 'zest:2': 2, 'zest:>2': 1, 'zest:<=5': 3, '-zest:>=5': 2, 'zest:<2': 0 }
        for (const [q, count] of Object.entries(counts)) {
          const { entities } = await agent.entity(`/queue?q=${encodeURIComponent(q)}`)
          assert.equal(entities.length, count, q)
        }
        const { detail } = (await (await agent.call('/queue?q=zest:6')).json()) as Entity
        assert.match(detail, /takes a number from 1 to 5, alone or behind <, <=, > or >=\.$/)
        assert.match(await text('/queue?q=zest:%3E2'), /Remove the filter Zest (>|&gt;) 2 ×/)
        await submitAction(agent, better, { name: 'remove-item' })
      })

      it('orders lists, page by page through equal ones, both ways, and among the results of a search', async () => {
        const critic = await connectAgent(service.baseUrl, await signUp(service.baseUrl), 'Critic')
        for (const [index, zest] of [3, 5, undefined, 3, 1, 3, 4].entries()) {
          const saved = await critic.save({
            url: deadLink(`sorted-${index}`),
            title: `${zest}${'abcdefg'[index]}`,
          })
          if (zest) await submitAction(critic, saved, { name: 'set-zest', fields: { zest } })
        }
        const pagesFrom = async (path: string, relation: string) => {
          const pages: string[][] = []
          for (let next: string | undefined = path; next !== undefined;) {
            const page: Entity = await critic.entity(next)
            pages.push(page.entities.map(({ properties }: Entity) => properties.title))
            path = next
            next = linkOf(page, relation)
          }
          return { pages, last: path }
        }
        const { pages, last } = await pagesFrom('/queue?sort=zest&limit=2', 'next')
        assert.deepEqual(pages, [
          ['5b', '4g'],
          ['3f', '3d'],
          ['3a', '1e'],
        ])
        assert.deepEqual((await pagesFrom(last, 'prev')).pages, pages.toReversed())
        const found = await critic.entity('/queue?sort=zest&q=zest:%3C4')
        assert.deepEqual(
          found.entities.map(({ properties }: Entity) => properties.title),
          ['3f', '3d', '3a', '1e'],
        )
      })

      it('is in the card, the order and the menu of a list', async () => {
        const page = await text('/queue?sort=zest')
        assert.match(page, /127\.0\.0\.1 Zest 2 /)
        assert.match(page, /Most zest/)
        const { text: markup } = await person.browser.open('/queue')
        const [, part = ''] = /<details [^>]*data-action="set-zest">(.*?)<\/details>/s.exec(markup) ?? []
        assert.match(part, /<summary class="icon-more">Set zest<\/summary>/)
        assert.match(part, /<input [^>]*name="zest" [^>]*type="number" min="1" max="5"/)
        assert.match(part, /<button [^>]*>Set zest<\/button>/)
      })

      it('is in the export formats with room for it', async () => {
        assert.match(await text('/account/export'), /"zest":2/)
        const csv = await (await agent.call('/queue/export?format=csv')).text()
        const [head, ...lines] = csv.trimEnd().split('\r\n')
        assert.match(head!, /,Author,Note,Zest$/)
        for (const line of lines) assert.match(line, /,2$/)
        const zip = await (await agent.call('/queue/export?format=markdown')).arrayBuffer()
        for (const note of (await unzipped(Buffer.from(zip))).values())
          assert.match(note, /\ntags: .*\nzest: 2\n---\n/)
      })

      it('is imported from our own export if it is valid', async () => {
        const other = await signUp(service.baseUrl)
        const { text: exported } = await person.browser.open('/account/export')
        const file = join(program.folder, `${engine}.json`)
        writeFileSync(file, exported.replace('"zest":2', '"zest":6'))
        const environment = { DATA_DIR: service.folder, DATABASE_URL: service.databaseUrl }
        const importing = run(environment, ['import', file, '--account', other.email])
        const [code] = await once(importing.process, 'close')
        assert.equal(code, 0, importing.output())
        const { entities } = await (await connectAgent(service.baseUrl, other)).entity('/queue')
        const zests = entities.map(({ properties }: Entity) => properties.zest)
        assert.deepEqual(zests, [2, null])
      })
    })
  }
})
