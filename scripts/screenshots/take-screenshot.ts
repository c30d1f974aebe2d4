import type { Page } from 'playwright-core'
import sharp from 'sharp'

/** What of a page is in a picture: from one element to the last of some elements that ends within a height. */
export type Crop = { from: string; until: string; height: number; above: number; below: number }

/** Writes what a page shows: as AVIF, which is smaller, or as WebP, which more programs open. */
export async function takeScreenshot(page: Page, path: string, crop?: Crop): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate('document.fonts.ready')
  const screenshot = sharp(await page.screenshot(crop ? { clip: await clipOf(page, crop) } : {}))
  if (path.endsWith('.avif')) screenshot.avif({ quality: 50, effort: 5, chromaSubsampling: '4:4:4' })
  else screenshot.webp({ quality: 76, smartSubsample: true, effort: 6 })
  await screenshot.toFile(path)
}

async function clipOf(page: Page, { from, until, height, above, below }: Crop) {
  const main = (await page.getByRole('main').boundingBox())!
  const first = (await page.locator(from).first().boundingBox())!
  const y = Math.max(0, Math.floor(first.y) - above)
  const boxes = await Promise.all((await page.locator(until).all()).map((element) => element.boundingBox()))
  const ends = boxes.flatMap((box) => (box ? [box.y + box.height + below] : []))
  const end = Math.max(...ends.filter((one) => one <= y + height))
  if (!Number.isFinite(end)) throw new Error(`No ${until} ends within ${height} pixels of ${from}.`)
  return { x: Math.ceil(main.x), y, width: Math.floor(main.width), height: Math.ceil(end) - y }
}
