import type { Config } from '../config/config.ts'
import { PATHS } from '../config/paths.ts'
import { isLoopbackHost } from '../config/loopback-host.ts'
import { SERVICE_ID_HEADER } from '../crypto/service-id.ts'
import { type Clock, DAY, HOUR, MINUTE, SECOND } from '../ports/clock.ts'
import { createOwnAddress, type OwnResponse } from '../ports/own-address.ts'
import { fine, type Finding, note, wrong } from './finding.ts'

const CHECK = 'public address'

/** What a proxy answers when nothing answers it. */
const PROXY_STATUSES = [502, 503, 504]

export type CheckedAddress = Pick<Config, 'baseUrl' | 'host' | 'port'>

type AddressCheck = { findings: Finding[]; isRunning: boolean }

/**
 * Requests the public address and checks that the service of this id answers, and the clocks agree. If it doesn't, asks
 * where the service listens whether it is running. `id` is null if there is no service, undefined if it is not known.
 */
export async function checkAddress(
  address: CheckedAddress,
  id: string | null | undefined,
  clock: Clock,
): Promise<AddressCheck> {
  const { baseUrl } = address
  const response = await createOwnAddress(baseUrl).ask(PATHS.resourceMetadata)
  const isExpected =
    response.ok && (id === undefined ? resourceOf(response) === baseUrl : idOf(response) === id)
  if (isExpected) return { findings: checkResponse(baseUrl, response, clock), isRunning: true }
  const local = localAddress(address)
  const isRunning =
    typeof id === 'string' && address.port !== 0 && local !== baseUrl && (await answersAs(local, id))
  const problem = response.ok
    ? describeStranger(address, response, isRunning)
    : describeSilence(baseUrl, response, isRunning ? local : undefined)
  return { findings: [problem], isRunning }
}

/** Where the service itself listens, as a program on this computer reaches it. */
function localAddress({ host, port }: CheckedAddress): string {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  return new URL(`http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`).origin
}

async function answersAs(origin: string, id: string): Promise<boolean> {
  const response = await createOwnAddress(origin).ask(PATHS.resourceMetadata)
  return response.ok && idOf(response) === id
}

/** The findings when this service answers. */
function checkResponse(baseUrl: string, response: OwnResponse, clock: Clock): Finding[] {
  const configured = resourceOf(response)
  if (configured !== baseUrl && !areLoopbackAliases(configured, baseUrl))
    return [
      wrong(
        CHECK,
        `This service answers at ${baseUrl}, but was started with BASE_URL=${configured}. Start it with the same variables as this command.`,
      ),
    ]
  const serverTime = Date.parse(response.headers.date ?? '')
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

/** The finding when something else answers than this service. */
function describeStranger(address: CheckedAddress, response: OwnResponse, isRunning: boolean): Finding {
  const { baseUrl } = address
  if (idOf(response) !== undefined)
    return wrong(
      CHECK,
      `${baseUrl} is answered by a Reading Queue with another database. Correct DATA_DIR or DATABASE_URL; or, if there are two services, give each a PORT and a BASE_URL of its own.`,
    )
  if (resourceOf(response) === baseUrl)
    return wrong(
      CHECK,
      `${baseUrl} is answered by a Reading Queue that does not say which one it is. Restart it after an update, and let the proxy pass the header ${SERVICE_ID_HEADER}.`,
    )
  if (areLoopbackAliases(localAddress(address), baseUrl))
    return wrong(
      CHECK,
      `${baseUrl} is answered by another program (${response.status}), so the service can't listen there. Stop that program, or set PORT to a free one.`,
    )
  if (PROXY_STATUSES.includes(response.status) && !isRunning)
    return note(
      CHECK,
      `The proxy at ${baseUrl} answers ${response.status}. This is expected while the service is stopped.`,
    )
  return wrong(
    CHECK,
    `${baseUrl} is answered by something else (${response.status}). Let the proxy pass every path on to Reading Queue as it is, or correct BASE_URL.`,
  )
}

/** The finding when nothing answers; `local` is where the service is running nonetheless. */
function describeSilence(
  baseUrl: string,
  { reason, isTls }: { reason: string; isTls: boolean },
  local: string | undefined,
): Finding {
  const needsProxy = baseUrl.startsWith('https:')
    ? ' BASE_URL is https, and the service itself speaks plain http: a proxy with TLS has to answer there (deploy/ has examples).'
    : ''
  if (local !== undefined)
    return wrong(CHECK, `The service is running at ${local}, but: ${reason}${needsProxy}`)
  if (isTls) return wrong(CHECK, reason + needsProxy)
  return note(CHECK, `${reason}${needsProxy} This is expected while the service is stopped.`)
}

const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const

/** A duration in milliseconds, such as `17 hours`. */
export function formatDuration(duration: number): string {
  const [unit, size] = UNITS.find(([, size]) => duration >= 2 * size) ?? ['second', SECOND]
  const format = new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(Math.round(duration / size))
}

function areLoopbackAliases(one: string, other: string): boolean {
  if (!URL.canParse(one)) return false
  const [first, second] = [new URL(one), new URL(other)]
  return [first, second].every(({ hostname }) => isLoopbackHost(hostname)) && first.port === second.port
}

function idOf({ headers }: OwnResponse): string | undefined {
  const id = headers[SERVICE_ID_HEADER.toLowerCase()]
  return typeof id === 'string' ? id : undefined
}

/** The public address that a service names; empty if it is none. */
function resourceOf({ text }: OwnResponse): string {
  try {
    const { resource } = JSON.parse(text) as { resource?: unknown }
    return typeof resource === 'string' ? resource : ''
  } catch {
    return ''
  }
}
