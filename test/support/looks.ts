import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Checks that nothing of a page sticks out at the side, once it is loaded. */
export async function checkWidth(page: Page, what = page.url()): Promise<void> {
  await page.waitForLoadState()
  const overflow = await page.evaluate<{ pixels: number; elements: string[] }>(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const isOutside = (element) => element.getBoundingClientRect().right > clientWidth
    const outside = scrollWidth > clientWidth ? [...document.querySelectorAll('body *')].filter(isOutside) : []
    return { pixels: scrollWidth - clientWidth, elements: outside.map(({ outerHTML }) => outerHTML.slice(0, 200)) }
  })()`)
  assert.deepEqual(overflow, { pixels: 0, elements: [] }, `${what} is wider than its window`)
}

/** Checks that a page is accessible, but for some rules of axe, and keeps its width, once it is loaded. */
export async function checkLooks(page: Page, what = page.url(), leftOut: string[] = []): Promise<void> {
  await checkWidth(page, what)
  // The newer way opens a page of its own each time, for the sake of frames from elsewhere, which we have none of.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .disableRules(leftOut)
  const { violations } = await axe.analyze()
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    [],
    what,
  )
}

/** Checks the same in light, in dark, and where the system chooses the colours. */
export async function checkLooksInThemes(page: Page, what = page.url()): Promise<void> {
  const themes = [
    { colorScheme: 'light' },
    { colorScheme: 'dark' },
    { colorScheme: 'dark', forcedColors: 'active' },
  ] as const
  for (const theme of themes) {
    // Else colours would fade from one theme to the next.
    await page.emulateMedia({ ...theme, reducedMotion: 'reduce' })
    // Of forced colours, axe sees those that the page would have otherwise.
    const leftOut = 'forcedColors' in theme ? ['color-contrast'] : []
    await checkLooks(page, `${what}, ${Object.values(theme).join(', ')}`, leftOut)
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
}
