import type { Config } from '../config/config.ts'
import type { Connection } from '../database/database.ts'
import { dropFact, setFact } from '../database/facts.ts'
import { Failure, invalidField } from '../failure.ts'
import { isExtraRedirectUri } from '../config/redirect-uri-shape.ts'
import { defaultSignUp, SIGN_UP_MODES, type SignUpMode, splitRedirectUris } from '../config/sign-up-mode.ts'

/** What holds for the whole service, and can be changed while it runs. */
export type ServiceSettings = {
  signUp: SignUpMode
  /** Redirect URIs that registration takes beside https and loopback literals. */
  extraRedirectUris: string[]
}

/** What the environment says of them. */
export type SettingsConfig = Pick<Config, 'baseUrl' | 'signUp' | 'extraRedirectUris'>

const ALLOWED =
  'Enter an exact address (https, http on this computer, or an app’s own such as app://host/path), or http://localhost for any port.'
const SIGN_UP = 'sign-up'
const EXTRA_REDIRECT_URIS = 'extra-redirect-uris'
const MAX_URIS = 50
const MAX_URI_LENGTH = 2000

/**
 * The settings as they are now: what the environment says, else what the owner chose, else the default. Read for each
 * request, so that a change holds at once on every instance.
 */
export async function readServiceSettings(db: Connection, config: SettingsConfig): Promise<ServiceSettings> {
  const { baseUrl, signUp, extraRedirectUris } = config
  if (signUp !== undefined && extraRedirectUris !== undefined) return { signUp, extraRedirectUris }
  const rows = await db.rows<{ name: string; value: string }>(
    'SELECT name, value FROM service_facts WHERE name IN (?, ?)',
    SIGN_UP,
    EXTRA_REDIRECT_URIS,
  )
  const chosen = new Map(rows.map(({ name, value }) => [name, value]))
  return {
    signUp: signUp ?? SIGN_UP_MODES.find((mode) => mode === chosen.get(SIGN_UP)) ?? defaultSignUp(baseUrl),
    // What was stored while more was allowed no longer holds.
    extraRedirectUris:
      extraRedirectUris ??
      splitRedirectUris(chosen.get(EXTRA_REDIRECT_URIS) ?? '').filter(isExtraRedirectUri),
  }
}

/** Sets who may make an account. Throws `invalid_input`, and `not_offered` where the environment says it. */
export async function saveSignUp(db: Connection, config: SettingsConfig, given: string): Promise<SignUpMode> {
  if (config.signUp !== undefined) throw fixedByEnvironment('SIGN_UP')
  const mode = SIGN_UP_MODES.find((known) => known === given)
  if (!mode) throw invalidField('sign_up', 'Choose who can create an account.')
  await setFact(db, SIGN_UP, mode)
  return mode
}

/** Sets the allowed extra callbacks. Throws `invalid_input`, and `not_offered` where the environment says them. */
export async function saveExtraRedirectUris(
  db: Connection,
  config: SettingsConfig,
  text: string,
): Promise<string[]> {
  if (config.extraRedirectUris !== undefined) throw fixedByEnvironment('EXTRA_REDIRECT_URIS')
  const uris = splitRedirectUris(text)
  const rejected = uris.find((uri) => uri.length > MAX_URI_LENGTH || !isExtraRedirectUri(uri))
  if (rejected !== undefined)
    throw invalidField('callbacks', `“${rejected.slice(0, 100)}” can’t be allowed. ${ALLOWED}`)
  if (uris.length > MAX_URIS) throw invalidField('callbacks', `Allow at most ${MAX_URIS} callbacks.`)
  await setFact(db, EXTRA_REDIRECT_URIS, uris.join(' '))
  return uris
}

/** Forgets what an owner chose, so that a service without accounts is as it was at its first start. */
export async function deleteServiceSettings(db: Connection): Promise<void> {
  for (const name of [SIGN_UP, EXTRA_REDIRECT_URIS]) await dropFact(db, name)
}

function fixedByEnvironment(variable: string): Failure {
  return new Failure(
    'not_offered',
    `${variable} is set in the server’s environment, so it can only be changed there.`,
  )
}
