import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Checks that nothing of a page sticks out at the side, once it is loaded. */
export async function checkWidth(page: Page, what = page.url()): Promise<void> {
  await page.waitForLoadState()
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  assert.equal(overflow, 0, `${what} sticks out at the side`)
}

/** Checks that a page is accessible and keeps its width, once it is loaded. */
export async function checkLooks(page: Page, what = page.url()): Promise<void> {
  await checkWidth(page, what)
  // The newer way opens a page of its own each time, for the sake of frames from elsewhere, which we have none of.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    [],
    what,
  )
}
