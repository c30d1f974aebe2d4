import { writeFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

const QUALITY = 0.8

/** Writes what a page shows as WebP, which `painter`, an empty page, makes of it. */
export async function takePicture(page: Page, painter: Page, path: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate('document.fonts.ready')
  const png = await page.screenshot()
  const webp = await painter.evaluate<string>(`(async () => {
    const image = new Image()
    image.src = 'data:image/png;base64,${png.toString('base64')}'
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
    canvas.getContext('2d').drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', ${QUALITY})
  })()`)
  await writeFile(path, Buffer.from(webp.slice(webp.indexOf(',') + 1), 'base64'))
}
