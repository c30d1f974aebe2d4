import type { Config } from '../config/config.ts'
import { isLocalhostUri, isLoopbackUri, isWebUri } from '../config/redirect-uri-shape.ts'
import type { Connection } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { readServiceSettings } from '../settings/service-settings.ts'
import type { Client } from './client.ts'
import { isValidClientIdUrl, isOwnHost } from './client-metadata/client-id-url.ts'
import type { DocumentReader } from './client-metadata/read-document.ts'
import { findDocument } from './client-metadata/stored-documents.ts'
import { unknownClient } from './clients.ts'
import { hasLocalhostPermission } from './localhost-permissions.ts'
import { ANY_LOCALHOST, isRegisteredUri } from './redirect-uri.ts'
import type { AccountId, ClientId } from '../ids.ts'

type DocumentConfig = Pick<Config, 'baseUrl' | 'clientMetadataDocuments'>

/**
 * The client whose id is the URL of its metadata document. Throws `invalid_client` for every reason alike, so that it
 * tells nothing of other servers; `too_many_requests` and `busy`.
 */
export async function readDocumentClient(
  config: DocumentConfig,
  readDocument: DocumentReader,
  { accountId, id }: { accountId: AccountId; id: string },
): Promise<Client> {
  checkDocumentId(config, id)
  const document = await readDocument(accountId, id)
  if (!document) throw unknownClient(id)
  const { name, redirectUris, fetchedAt } = document
  return { id, name, redirectUris, origin: { kind: 'document', fetchedAt } }
}

/** Throws `invalid_client` for a URL that can't identify a client here. */
export function checkDocumentId({ baseUrl, clientMetadataDocuments }: DocumentConfig, id: string): void {
  if (!clientMetadataDocuments || !isValidClientIdUrl(id) || isOwnHost(id, baseUrl)) throw unknownClient(id)
}

/** Whether a document lists the redirect URI, in a form that is accepted here, or could be with a person's permission. */
export function isListedUri(listed: string[], redirectUri: string, extra: string[]): boolean {
  const usable = listed.filter(
    (uri) => isWebUri(uri) || isLoopbackUri(uri) || isLocalhostUri(uri) || extra.includes(uri),
  )
  return isRegisteredUri(usable, redirectUri, [...extra, ANY_LOCALHOST])
}

/**
 * Whether a document's redirect URI needs the person's permission: http://localhost, unless it is allowed for every
 * client.
 */
export function needsPermission(redirectUri: string, extra: string[]): boolean {
  return isLocalhostUri(redirectUri) && !extra.includes(ANY_LOCALHOST) && !extra.includes(redirectUri)
}

type AskedRequest = { accountId: AccountId; clientId: ClientId; redirectUri: string; fetchedAt: number }

/**
 * Checks what may have changed since the person was asked about a client with a document. Throws `invalid_client`,
 * `invalid_request`.
 */
export async function recheckDocumentClient(
  tx: Connection,
  config: Config,
  { accountId, clientId, redirectUri, fetchedAt }: AskedRequest,
): Promise<void> {
  checkDocumentId(config, clientId)
  const { extraRedirectUris } = await readServiceSettings(tx, config)
  const newest = await findDocument(tx, clientId)
  const isNewer = newest && newest.fetchedAt > fetchedAt
  if (isNewer && !isListedUri(newest.redirectUris, redirectUri, extraRedirectUris)) {
    throw new Failure(
      'invalid_request',
      'This app no longer lists the address that access would be sent to. Start again from the app.',
    )
  }
  const isPermitted =
    !needsPermission(redirectUri, extraRedirectUris) ||
    (await hasLocalhostPermission(tx, accountId, clientId))
  if (!isPermitted) {
    throw new Failure(
      'invalid_request',
      'You have not allowed this app to receive access on this computer. Start again from the app.',
    )
  }
}
