import assert from 'node:assert/strict'
import { it } from 'node:test'
import { connectAgent, type Entity, signUp } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { deadLink } from '../support/links.ts'
import { onBothEngines } from '../support/service.ts'

onBothEngines('A page that crashed the process at each attempt', (service) => {
  it('is not tried again, and its item says so', async () => {
    const { baseUrl, running } = service()
    const agent = await connectAgent(baseUrl, await signUp(baseUrl))
    const saved = await agent.save({ url: deadLink('deadly') })
    // As so many crashes leave it: claimed, counted, and due again when its lease is over.
    await running.services.db.run('UPDATE jobs SET attempts = 6, due_at = 0, lease = NULL')
    const item = await eventually<Entity>(
      () => agent.entity(new URL(saved.links[0].href).pathname),
      (item) => item.properties.content.status !== 'pending',
    )
    assert.deepEqual(item.properties.content, {
      status: 'failed',
      reason: 'Reading this page stopped the service again and again, so it is left alone.',
    })
  })
})
