import { type Browser, chromium } from 'playwright-core'
import type { Person } from './agent.ts'
import { findExecutable } from './executable.ts'

/** Starts the Chromium that the set-up found or installed, by default without its windows where possible: that is faster. */
export function startChromium(executablePath = findHeadlessShell() ?? findChromium()): Promise<Browser> {
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      // Letters as wide as on the screens that people have, whatever the headless browser would round.
      '--font-render-hinting=none',
    ],
  })
}

function findHeadlessShell(): string | undefined {
  return findExecutable(process.env['CHROMIUM'], ['chromium-headless-shell'])
}

/** The whole browser, which extensions and locks of the screen need. Undefined where only playwright's own download can be there. */
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
