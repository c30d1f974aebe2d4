import { Secret, TOTP } from 'otpauth'
import { unescapeHtml, type Page, type SimpleBrowser } from './browser.ts'
import type { TestClock } from './service.ts'

/** An authenticator app with one key, on a phone whose clock is the service's. */
export type Authenticator = {
  /** The code that it shows now, or so many milliseconds from now. */
  code(ahead?: number): string
}

export function scan(setUp: Page, clock: TestClock): Authenticator {
  const key = /<code class="key">([^<]*)</.exec(setUp.text)?.[1] ?? ''
  const totp = new TOTP({ secret: Secret.fromBase32(unescapeHtml(key).replaceAll(' ', '')) })
  return { code: (ahead = 0) => totp.generate({ timestamp: clock.now() + ahead }) }
}

/** Turns two-step sign-in on for who is signed in; gives the app and the recovery codes. */
export async function turnOnTotp(
  browser: SimpleBrowser,
  clock: TestClock,
): Promise<{ app: Authenticator; codes: string[]; page: Page }> {
  const setUp = await browser.open('/account/totp')
  const app = scan(setUp, clock)
  const page = await browser.submit(setUp, { code: app.code() }, { action: '/account/totp' })
  const codes = [...page.text.matchAll(/<code>([a-z2-7-]{19})<\/code>/g)].map(([, code]) => code!)
  return { app, codes, page }
}
