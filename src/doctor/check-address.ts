import type { Config } from '../config/config.ts'
import { PATHS } from '../config/paths.ts'
import { type Clock, MINUTE } from '../ports/clock.ts'
import { createOwnAddress } from '../ports/own-address.ts'
import { fine, type Finding, note, wrong } from './finding.ts'

const CHECK = 'public address'

/** Requests the public address, and checks that this service answers and the clocks agree. */
export async function checkAddress({ baseUrl }: Pick<Config, 'baseUrl'>, clock: Clock): Promise<Finding[]> {
  const answer = await createOwnAddress(baseUrl).ask(PATHS.resourceMetadata)
  if (!answer.ok) return [note(CHECK, `${answer.reason} This is expected while the service is stopped.`)]
  if (resourceOf(answer.text) !== baseUrl) {
    const message = `${baseUrl} is answered by something else (${answer.status}). Let the proxy pass every path on to Reading Queue as it is, or correct BASE_URL.`
    return [wrong(CHECK, message)]
  }
  const serverTime = Date.parse(answer.headers.date ?? '')
  const difference = Math.abs(clock.now() - serverTime)
  if (difference > MINUTE)
    return [
      wrong(
        'clock',
        `The service's clock is ${formatDuration(difference)} from this computer's. Let both keep time (NTP).`,
      ),
    ]
  return [fine(CHECK, `${baseUrl} answers as this service.`)]
}

/** Formats milliseconds as seconds or minutes. */
export function formatDuration(difference: number): string {
  const minutes = Math.round(difference / MINUTE)
  return minutes === 0 ? `${Math.round(difference / 1000)} seconds` : `${minutes} minutes`
}

function resourceOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { resource?: unknown }).resource
  } catch {
    return undefined
  }
}
