import { type Browser, chromium } from 'playwright-core'
import type { Person } from './agent.ts'
import { findExecutable } from './executable.ts'

/** Starts the Chromium that the set-up found or installed. */
export function startChromium(): Promise<Browser> {
  const executablePath = findChromium()
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  })
}

/** Undefined where only playwright's own download can be there. */
export function findChromium(): string | undefined {
  return findExecutable(process.env['CHROMIUM'], ['chromium', 'chromium-browser', 'google-chrome'])
}

/** The cookies of a person who is signed in, for `context.addCookies`. */
export function sessionCookies(
  { browser }: Person,
  url: string,
): { name: string; value: string; url: string }[] {
  return [...browser.cookies].map(([name, value]) => ({ name, value, url }))
}
