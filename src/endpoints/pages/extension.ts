import type { Handler } from 'hono'
import { access, readFile } from 'node:fs/promises'
import { Failure } from '../../failure.ts'
import { signedIn } from '../../http/visitor.ts'
import type { Services } from '../../services.ts'

const BROWSERS = ['chrome', 'firefox']

/** The zip that `npm run extension` leaves for a browser. */
function buildOf(browser: string): URL {
  return new URL(`../../../dist/extension/${browser}.zip`, import.meta.url)
}

/** The browsers for which the extension has been built here. */
export async function builtExtensions(): Promise<string[]> {
  const isBuilt = await Promise.all(
    BROWSERS.map((browser) =>
      access(buildOf(browser)).then(
        () => true,
        () => false,
      ),
    ),
  )
  return BROWSERS.filter((_, index) => isBuilt[index])
}

/** `GET /extension/{browser}.zip`: the extension, where it has been built. */
export function downloadExtension(services: Services): Handler {
  return signedIn(services, async (c) => {
    const browser = BROWSERS.find((browser) => `${browser}.zip` === c.req.param('file'))
    const content = browser && (await readFile(buildOf(browser)).catch(() => undefined))
    if (!content)
      throw new Failure('not_found', 'This service has no build of the extension for this browser.')
    c.header('Content-Type', 'application/zip')
    c.header('Content-Disposition', `attachment; filename="reading-queue-${browser}.zip"`)
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Cache-Control', 'no-store')
    return c.body(new Uint8Array(content))
  })
}
