import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { controlImport } from '../../src/library/control-import.ts'
import { requireImport, type Import } from '../../src/library/import.ts'
import { stageImport } from '../../src/library/stage-import.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { eventually } from '../support/eventually.ts'
import { accountIdOf } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { onBothEngines } from '../support/service.ts'
import { zipOf } from './read.ts'

const AT = 1_684_913_346

onBothEngines('Highlights of a library', (service) => {
  async function reader(): Promise<{ person: Person; agent: Agent; accountId: string }> {
    const person = await signUp(service().baseUrl)
    const agent = await connectAgent(service().baseUrl, person)
    return { person, agent, accountId: await accountIdOf(service(), person.email) }
  }

  async function importing(accountId: string, content: Uint8Array | string): Promise<Import> {
    const { services } = service().running
    const folder = mkdtempSync(join(tmpdir(), 'rq-import-'))
    const path = join(folder, 'file')
    writeFileSync(path, content)
    const options = { folders: 'each', unclear: 'unread', tag: null } as const
    const id = await stageImport(services, accountId, { path, fileName: 'file', options })
    rmSync(folder, { recursive: true })
    return moved({ accountId, id }, 'start', 'done')
  }

  async function moved(
    { accountId, id }: { accountId: string; id: string },
    by: 'start' | 'undo',
    to: string,
  ): Promise<Import> {
    const { services } = service().running
    await controlImport(services, { accountId, id }, { transition: by })
    return eventually(
      () => requireImport(services.db, accountId, id),
      ({ state }) => state === to,
    )
  }

  const item = async (agent: Agent, url: string): Promise<Entity> =>
    (await agent.entity('/queue?state=all')).entities.find(({ properties }: Entity) => properties.url === url)
  const highlightsOf = async (agent: Agent, url: string): Promise<Entity[]> => {
    const { id } = (await item(agent, url)).properties
    const { entities } = await agent.entity(`/queue/items/${id}/highlights`)
    return entities.map(({ properties }: Entity) => properties)
  }
  const brief = ({ exact, note, createdAt, isAnchored }: Entity) => [exact, note, createdAt, isAnchored]

  const pocket = (url: string, quotes: string[]) =>
    zipOf({
      'part_000000.csv': `title,url,time_added,tags,status\nA,${url},${AT - 60},,unread\n`,
      'annotations/part_000000.json': JSON.stringify([
        { url, title: 'A', highlights: quotes.map((quote) => ({ quote, created_at: AT })) },
      ]),
    })

  it('are added to their items with their dates, once, and undone with the import', async () => {
    const { agent, accountId, person } = await reader()
    const url = deadLink('pocket')
    const at = new Date(AT * 1000).toISOString().replace('.000Z', '')
    const file = await pocket(url, ['Links say what', 'can be done next'])
    const first = await importing(accountId, file)
    assert.equal(first.counts.highlights, 2)
    const found = await highlightsOf(agent, url)
    assert.deepEqual(
      found.map(({ exact, isAnchored }: Entity) => [exact, isAnchored]),
      [
        ['Links say what', false],
        ['can be done next', false],
      ],
    )
    assert.ok(
      found.every(({ createdAt, createdBy }) => createdAt.startsWith(at) && createdBy.kind === 'person'),
    )
    const page = await person.browser.open(`/import/${first.id}`)
    assert.match(page.text, /2 highlights added/)

    const { version } = (await service().running.services.db.row<{ version: number }>(
      'SELECT version FROM queues WHERE account_id = ?',
      accountId,
    )) ?? { version: 0 }
    const again = await importing(accountId, file)
    assert.deepEqual([again.counts.highlights, again.counts.merged], [0, 1])
    const [queue] = await service().running.services.db.rows<{ version: number }>(
      'SELECT version FROM queues WHERE account_id = ?',
      accountId,
    )
    assert.equal(queue!.version, version)

    const more = await importing(accountId, await pocket(url, ['can  be done\nnext', 'a reader follows']))
    assert.equal(more.counts.highlights, 1)
    assert.equal((await highlightsOf(agent, url)).length, 3)
    await moved({ accountId, id: more.id }, 'undo', 'undone')
    assert.deepEqual(
      (await highlightsOf(agent, url)).map(({ exact }) => exact),
      ['Links say what', 'can be done next'],
    )
  })

  it('are found in the article, whether it is fetched before or after', async () => {
    const { agent, accountId, person } = await reader()
    const url = deadLink('article')
    const html = articlePage('A page', '<p>The heron waits in the reeds until the evening.</p>')
    await fetched(agent, await agent.save({ url, html }))
    const { id } = await importing(
      accountId,
      await pocket(url, ['The heron waits in the reeds', 'Nowhere to be found']),
    )
    const after = await eventually(
      () => highlightsOf(agent, url),
      (all) => all.some(({ isAnchored }) => isAnchored),
    )
    assert.deepEqual(
      after.map(({ exact, isAnchored }) => [exact, isAnchored]),
      [
        ['The heron waits in the reeds', true],
        ['Nowhere to be found', false],
      ],
    )
    const report = (await person.browser.open(`/import/${id}/report.csv`)).text
    assert.match(report, /,highlights,highlights not found\r\n1,merged,,.*,2,Nowhere to be found\r\n/)

    const omnivore = await zipOf({
      'metadata_0_to_20.json': JSON.stringify([
        {
          id: '1',
          slug: 'o',
          title: 'O',
          url: deadLink('o'),
          state: 'Active',
          labels: [],
          savedAt: '2024-10-29T16:30:11.000Z',
        },
      ]),
      'content/o.html': html,
      'highlights/o.md': '> until the evening\n\nOf birds\n',
    })
    await importing(accountId, omnivore)
    const [anchored] = await eventually(
      () => highlightsOf(agent, deadLink('o')),
      (all) => all.every(({ isAnchored }) => isAnchored),
    )
    assert.deepEqual([anchored!.exact, anchored!.note], ['until the evening', 'Of birds'])
  })

  it('are imported from our own export with notes, colours and dates', async () => {
    const one = await reader()
    const url = deadLink('own')
    const html = articlePage('Own', '<p>A bittern hides where nobody looks.</p>')
    const saved = await fetched(one.agent, await one.agent.save({ url, html }))
    const fields = { quote: 'A bittern hides', note: 'Shy', colour: 'blue' }
    assert.ok((await submitAction(one.agent, saved, { name: 'highlight-item', fields })).ok)
    const file = (await one.person.browser.open('/account/export')).text
    const other = await reader()
    await importing(other.accountId, file)
    const [before] = await highlightsOf(one.agent, url)
    const [after] = await eventually(
      () => highlightsOf(other.agent, url),
      ([first]) => first?.isAnchored,
    )
    assert.deepEqual(brief(after), brief(before))
    assert.deepEqual([after!.colour, after!.prefix], ['blue', before!.prefix])
  })
})
