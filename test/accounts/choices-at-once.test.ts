import assert from 'node:assert/strict'
import { it } from 'node:test'
import { signUp } from '../support/agent.ts'
import { accountIdOf } from '../support/history.ts'
import { onBothEngines } from '../support/service.ts'

const TIMES = 5

onBothEngines('Choices of appearance', (service) => {
  it('are all saved where windows make them at the same moment', async () => {
    const { browser, email } = await signUp(service().baseUrl)
    const page = await browser.open('/queue')
    const accountId = await accountIdOf(service(), email)
    const choose = (choice: Record<string, string>) =>
      browser.submit(page, { ...choice, return: '/queue' }, { action: '/settings' })
    for (let time = 0; time < TIMES; time++) {
      await choose({ theme: 'system', font: 'serif', density: 'comfortable' })
      await Promise.all([choose({ theme: 'dark' }), choose({ font: 'wide' }), choose({ density: 'compact' })])
      const row = await service().running.services.db.row<{ settings: string }>(
        'SELECT settings FROM accounts WHERE id = ?',
        accountId,
      )
      const { theme, font, density } = JSON.parse(row!.settings) as Record<string, string>
      assert.deepEqual({ theme, font, density }, { theme: 'dark', font: 'wide', density: 'compact' })
    }
  })
})
