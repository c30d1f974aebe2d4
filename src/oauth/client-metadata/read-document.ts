import type { Database } from '../../database/database.ts'
import { Failure } from '../../failure.ts'
import { consume, type RateLimit } from '../../limits/rate-limit.ts'
import { type Clock, DAY, HOUR, MINUTE, SECOND } from '../../ports/clock.ts'
import type { FetchDocument } from '../../ports/fetch-document.ts'
import type { Log } from '../../ports/log.ts'
import { publisherOf } from './client-id-url.ts'
import { createFetchSlots, type FetchSlots } from './fetch-slots.ts'
import { knownDocument } from './known-documents.ts'
import { type ClientMetadata, InvalidDocument, parseDocument } from './parse-document.ts'
import {
  deleteDocument,
  findDocument,
  saveDocument,
  type StoredDocument,
  withdrawDocument,
} from './stored-documents.ts'
import type { AccountId, ClientId } from '../../ids.ts'

type DocumentServices = { db: Database; clock: Clock; log: Log; fetchDocument: FetchDocument }

/** `fetchedAt`: when the publisher sent it, in milliseconds; 0 for our own copy. */
type ReadDocument = ClientMetadata & { fetchedAt: number }

/**
 * Reads the document of a client id for an account; undefined if there is none that can be used. Throws
 * `too_many_requests` and `busy`.
 */
export type DocumentReader = (accountId: AccountId, clientId: ClientId) => Promise<ReadDocument | undefined>

const MIN_FRESHNESS = 5 * MINUTE
const MAX_FRESHNESS = DAY
/** How long the last copy serves while its publisher can't be reached. */
const MAX_STALENESS = 30 * DAY

/** Documents are cached, so an account that needs more looks for something else. */
const ACCOUNT_LIMIT = { max: 30, window: HOUR }
const PUBLISHER_LIMIT = { max: 60, window: MINUTE }

/** Reads documents from the cache or their publisher; those who ask for the same one at the same time share a request. */
export function createDocumentReader(services: DocumentServices): DocumentReader {
  const slots = createFetchSlots()
  const requests = new Map<string, Promise<ReadDocument | undefined>>()
  return async (accountId, clientId) => {
    const now = services.clock.now()
    const stored = await findDocument(services.db, clientId)
    if (stored && isFresh(stored, now)) return stored
    try {
      const running = requests.get(clientId)
      if (running) return await running
    } catch (error) {
      // The limits of whoever began the request are not this account's.
      if (!(error instanceof Failure)) throw error
    }
    const request = requestDocument(services, slots, { accountId, clientId })
    requests.set(clientId, request)
    try {
      return await request
    } finally {
      if (requests.get(clientId) === request) requests.delete(clientId)
    }
  }
}

/** Also ends freshness that a clock running ahead has written. */
function isFresh({ freshUntil }: StoredDocument, now: number): boolean {
  return freshUntil > now && freshUntil <= now + MAX_FRESHNESS
}

async function requestDocument(
  services: DocumentServices,
  slots: FetchSlots,
  { accountId, clientId }: { accountId: AccountId; clientId: ClientId },
): Promise<ReadDocument | undefined> {
  const { db, clock, log, fetchDocument } = services
  const publisher = publisherOf(clientId)
  const refuse = (reason: string) => log.warn('client-metadata-refused', { publisher, reason })
  try {
    const response = await slots([`account ${accountId}`, `publisher ${publisher}`], async () => {
      await db.transaction((tx) => consume(tx, rateLimitsOf(accountId, publisher), clock.now()))
      return fetchDocument(clientId)
    })
    if (response.kind === 'found') {
      const metadata = parseDocument(clientId, response.mediaType, response.body)
      return await saveFresh(db, clientId, {
        metadata,
        cacheControl: response.cacheControl,
        now: clock.now(),
      })
    }
    refuse(response.reason)
    if (response.kind === 'unavailable') return await lastCopy(db, clientId, clock.now())
  } catch (error) {
    if (error instanceof Failure) {
      const copy = await lastCopy(db, clientId, clock.now())
      if (copy) return copy
    }
    if (!(error instanceof InvalidDocument)) throw error
    refuse(error.message)
  }
  await withdraw(db, clientId, clock.now())
  return undefined
}

/** In this order in all transactions, because the rows are locked. */
function rateLimitsOf(accountId: AccountId, publisher: string): RateLimit[] {
  return [
    [`client metadata account ${accountId}`, ACCOUNT_LIMIT],
    [`client metadata publisher ${publisher}`, PUBLISHER_LIMIT],
  ]
}

type PublishedDocument = { metadata: ClientMetadata; cacheControl: string; now: number }

/** Stores a document for as long as its publisher allows, within bounds (§5.2). */
async function saveFresh(
  db: Database,
  clientId: ClientId,
  { metadata, cacheControl, now }: PublishedDocument,
): Promise<ReadDocument> {
  if (/\bno-store\b/i.test(cacheControl)) await deleteDocument(db, clientId)
  else {
    const seconds = Number(/\bmax-age="?(\d{1,10})/i.exec(cacheControl)?.[1] ?? 0)
    const freshness = Math.min(Math.max(seconds * SECOND, MIN_FRESHNESS), MAX_FRESHNESS)
    await saveDocument(db, clientId, { ...metadata, fetchedAt: now, freshUntil: now + freshness })
  }
  return { ...metadata, fetchedAt: now }
}

/** What the publisher last said, or else our own copy. */
async function lastCopy(db: Database, clientId: ClientId, now: number): Promise<ReadDocument | undefined> {
  const stored = await findDocument(db, clientId)
  if (stored)
    return stored.redirectUris.length > 0 && now - stored.fetchedAt < MAX_STALENESS ? stored : undefined
  const known = knownDocument(clientId)
  return known && { ...known, fetchedAt: 0 }
}

/** Only a document that is stored or known could be used again. */
async function withdraw(db: Database, clientId: ClientId, now: number): Promise<void> {
  if (knownDocument(clientId) || (await findDocument(db, clientId))) await withdrawDocument(db, clientId, now)
}
