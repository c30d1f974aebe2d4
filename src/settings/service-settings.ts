import type { Config } from '../config/config.ts'
import type { Connection } from '../database/database.ts'
import { deleteServiceState, setServiceState } from '../database/service-state.ts'
import { Failure, invalidField } from '../failure.ts'
import { deleteServiceExtractions } from './service-extractions.ts'
import { isExtraRedirectUri } from '../config/redirect-uri-shape.ts'
import { splitRedirectUris } from '../config/redirect-uri-list.ts'
import { defaultSignUp, SIGN_UP_MODES, type SignUpMode } from '../config/sign-up-mode.ts'

/** Settings of the whole service that can be changed while it runs. */
export type ServiceSettings = {
  signUp: SignUpMode
  /** Redirect URIs that clients may register besides https and loopback literals. */
  extraRedirectUris: string[]
}

/** The settings as the environment has them; these take precedence. */
export type SettingsConfig = Pick<Config, 'baseUrl' | 'signUp' | 'extraRedirectUris'>

const URI_HINT =
  'Enter an exact address (https, http on this computer, or an app’s own such as app://host/path), or http://localhost for any port.'
const SIGN_UP = 'sign-up'
const EXTRA_REDIRECT_URIS = 'extra-redirect-uris'
const MAX_URIS = 50
const MAX_URI_LENGTH = 2000

/**
 * The effective settings: from the environment, else the owner's choice, else the default. Read for each request, so
 * that a change applies at once on every instance.
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
    // Earlier releases allowed more; such stored values are ignored.
    extraRedirectUris:
      extraRedirectUris ??
      splitRedirectUris(chosen.get(EXTRA_REDIRECT_URIS) ?? '').filter(isExtraRedirectUri),
  }
}

/** Sets the sign-up mode. Throws `invalid_input`, and `turned_off` when the environment sets it. */
export async function saveSignUp(db: Connection, config: SettingsConfig, given: string): Promise<SignUpMode> {
  if (config.signUp !== undefined) throw fixedByEnvironment('SIGN_UP')
  const mode = SIGN_UP_MODES.find((known) => known === given)
  if (!mode) throw invalidField('sign_up', 'Choose who can create an account.')
  await setServiceState(db, SIGN_UP, mode)
  return mode
}

/** Sets the extra redirect URIs. Throws `invalid_input`, and `turned_off` when the environment sets them. */
export async function saveExtraRedirectUris(
  db: Connection,
  config: SettingsConfig,
  text: string,
): Promise<string[]> {
  if (config.extraRedirectUris !== undefined) throw fixedByEnvironment('EXTRA_REDIRECT_URIS')
  const uris = splitRedirectUris(text)
  const rejected = uris.find((uri) => uri.length > MAX_URI_LENGTH || !isExtraRedirectUri(uri))
  if (rejected !== undefined)
    throw invalidField('callbacks', `“${rejected.slice(0, 100)}” can’t be allowed. ${URI_HINT}`)
  if (uris.length > MAX_URIS) throw invalidField('callbacks', `Allow at most ${MAX_URIS} callbacks.`)
  await setServiceState(db, EXTRA_REDIRECT_URIS, uris.join(' '))
  return uris
}

/** Deletes the owner's choices when the last account is deleted. */
export async function deleteServiceSettings(db: Connection): Promise<void> {
  for (const name of [SIGN_UP, EXTRA_REDIRECT_URIS]) await deleteServiceState(db, name)
  await deleteServiceExtractions(db)
}

function fixedByEnvironment(variable: string): Failure {
  return new Failure(
    'turned_off',
    `${variable} is set in the server’s environment, so it can only be changed there.`,
  )
}
