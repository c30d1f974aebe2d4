import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Action, Entity } from '@siren-js/client'
import { connectAgent, signUp } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { onBothEngines } from '../support/service.ts'
import { loadSirenJs, type SirenJs } from '../support/siren-js.ts'

type Properties = Record<string, unknown>

onBothEngines('@siren-js/client, which submits every field of an action unchanged', (service) => {
  let siren: SirenJs
  before(async () => {
    siren = await loadSirenJs()
  })

  /** A client of a person of its own, that knows the entry point and a token. */
  async function connect() {
    const { baseUrl } = service()
    const agent = await connectAgent(baseUrl, await signUp(baseUrl), 'Siren.js')
    const requestInit = {
      headers: { authorization: `Bearer ${agent.access}`, accept: 'application/vnd.siren+json' },
    }
    const parsed = async (response: Response): Promise<Entity<Properties>> => {
      assert.ok(response.ok, `${response.status}: ${await response.clone().text()}`)
      return siren.parse<Properties>(response)
    }
    const follow = async (href: string) => parsed(await siren.follow(href, { requestInit }))
    const submit = async (entity: Entity<Properties>, name: string, values: Properties = {}) => {
      const action = filled(entity, name, values)
      return siren.submit(action, { requestInit })
    }
    return {
      follow,
      start: () => follow(`${baseUrl}/queue`),
      submit: async (entity: Entity<Properties>, name: string, values?: Properties) =>
        parsed(await submit(entity, name, values)),
      remove: submit,
    }
  }

  function filled(entity: Entity<Properties>, name: string, values: Properties): Action {
    const action = entity.getAction(name)
    assert.ok(action, `${name} is offered`)
    for (const [field, value] of Object.entries(values)) action.getField(field)!.value = value
    return action
  }

  const linkOf = ({ links }: { links: { rel: string[]; href: string }[] }, relation: string) =>
    links.find(({ rel }) => rel.includes(relation))!.href

  it('saves a link, edits, tags, marks, removes and restores it, by links and actions alone', async () => {
    const { start, follow, submit, remove } = await connect()
    const saved = await submit(await start(), 'save-link', { url: deadLink('siren-js') })
    const item = () => follow(linkOf(saved, 'self'))
    await submit(await item(), 'edit-item', { title: 'Edited' })
    await submit(await item(), 'tag-item', { tag: 'web' })
    await submit(await item(), 'mark-read')
    const { properties } = await item()
    assert.deepEqual([properties['title'], properties['tags']], ['Edited', ['web']])
    assert.notEqual(properties['readAt'], null)
    assert.equal((await remove(await item(), 'remove-item')).status, 204)
    assert.deepEqual(
      (await item()).actions.map(({ name }) => name),
      ['restore-item'],
    )
    await submit(await item(), 'restore-item')
    assert.equal((await item()).properties['removedAt'], null)
  })

  it('submits the search unchanged, and with words', async () => {
    const { start, submit } = await connect()
    await submit(await start(), 'save-link', { url: deadLink('herons'), title: 'On herons' })
    await submit(await start(), 'save-link', { url: deadLink('storks'), title: 'On storks' })
    const untouched = await submit(await start(), 'search')
    assert.deepEqual([untouched.properties['count'], untouched.properties['state']], [2, 'unread'])
    assert.equal((await submit(untouched, 'search', { q: 'herons' })).properties['count'], 1)
    const read = await submit(await start(), 'search', { state: 'read' })
    assert.equal(read.properties['count'], 0)
    assert.equal((await submit(read, 'search')).properties['state'], 'read')
  })

  it('changes several items, and undoes the change with the action in the response', async () => {
    const { start, submit } = await connect()
    await submit(await start(), 'save-link', { url: deadLink('one') })
    await submit(await start(), 'save-link', { url: deadLink('two') })
    const changed = await submit(await start(), 'change-items', {
      items: [deadLink('one'), deadLink('two')],
      action: 'mark-read',
    })
    assert.equal(changed.properties['changed'], 2)
    const undone = await submit(changed, 'undo-change')
    assert.equal(undone.properties['changed'], 2)
  })
})
