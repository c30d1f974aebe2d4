import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as client from '@siren-js/client'
import { build } from 'esbuild'

export type SirenJs = typeof client

/** @siren-js/client, bundled, since Node does not load its modules as they are published. */
export async function loadSirenJs(): Promise<SirenJs> {
  const folder = mkdtempSync(join(tmpdir(), 'rq-siren-js-'))
  try {
    const outfile = join(folder, 'client.cjs')
    const entry = createRequire(import.meta.url).resolve('@siren-js/client')
    await build({ entryPoints: [entry], bundle: true, platform: 'node', format: 'cjs', outfile })
    return createRequire(import.meta.url)(outfile) as SirenJs
  } finally {
    rmSync(folder, { recursive: true })
  }
}
