import assert from 'node:assert/strict'
import { type Page, unescapeHtml } from '../support/browser.ts'
import type { Person } from '../support/agent.ts'
import type { TestService } from '../support/service.ts'

/** What a result page says of one step. */
export type Told = { outcome: string; title: string; problem: string | undefined }

/** Presses the button of the connect page. */
export async function pressCheck({ browser }: Person, headers: Record<string, string> = {}): Promise<Page> {
  return browser.submit(await browser.open('/connect'), {}, { action: '/connect/check', headers })
}

/** The steps of a result page, which must be one. */
export function stepsOn(page: Page): Told[] {
  assert.equal(page.status, 200, page.text)
  const list = /<ol class="outcomes">(.*?)<\/ol>/s.exec(page.text)?.[1] ?? ''
  return [...list.matchAll(/<li\b.*?<\/li>/gs)].map(([item]) => ({
    outcome: textIn(item, 'outcome')?.replace(/^\S+ /, '') ?? '',
    title: textIn(item, 'title') ?? '',
    problem: textIn(item, 'problem'),
  }))
}

function textIn(item: string, name: string): string | undefined {
  const inner = new RegExp(`<p class="${name}"[^>]*>(.*?)</p>`, 's').exec(item)?.[1]
  return inner && unescapeHtml(inner.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')).trim()
}

const TITLES = [
  'Clients accept the address',
  'Clients find out where to sign in',
  'A call without a token is asked to sign in',
  'A client can register',
  'An authorization code is exchanged for a token',
  'A tool call with the token is answered',
  'The client can revoke its access',
]

/** All that went well up to one step, which failed with these words, and the rest untried. */
export function failedAt(number: number, problem: string): Told[] {
  return TITLES.map((title, index) => {
    const step = index + 1
    if (step === number) return { outcome: 'Failed', title, problem }
    return { outcome: step < number ? 'OK' : 'Not tried', title, problem: undefined }
  })
}

export const ALL_OK: Told[] = TITLES.map((title) => ({ outcome: 'OK', title, problem: undefined }))

/** How many rows of an agent's access the database holds. */
export async function keptRows({ running }: TestService): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of ['clients', 'authorization_codes', 'grants', 'tokens']) {
    const rows = await running.services.db.rows(`SELECT * FROM ${table}`)
    counts[table] = rows.length
  }
  return counts
}

export const NOTHING = { clients: 0, authorization_codes: 0, grants: 0, tokens: 0 }
