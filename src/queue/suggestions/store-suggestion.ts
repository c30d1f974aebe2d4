import type { Connection, Database } from '../../database/database.ts'
import { hashSecret } from '../../crypto/seal.ts'
import { Failure } from '../../failure.ts'
import type { Config } from '../../config/config.ts'
import { consume } from '../../limits/rate-limit.ts'
import { type Clock, MINUTE } from '../../ports/clock.ts'
import type { Random } from '../../ports/random.ts'
import type { Caller } from '../caller.ts'
import { type AgentLimits, createAgentLimiter } from '../history/agent-limiter.ts'
import { lockQueue, renewQueue } from '../items/queue-state.ts'
import type { Agent } from '../model/actor.ts'
import type { Suggestion } from './suggestion.ts'
import { deleteSuggestions, findSuggestion } from './suggestion-row.ts'
import type { AccountId, ClientId } from '../../ids.ts'

/** The most that one agent may have waiting. */
export const MAX_SUGGESTIONS = 100
/** In characters of JSON: what one agent and all agents of an account may have waiting. */
const MAX_CHARACTERS = 5_000_000
const MAX_CHARACTERS_OF_ACCOUNT = 10_000_000
/** Of one suggestion. */
const MAX_BYTES = 500_000

type Services = { db: Database; clock: Clock; random: Random; config: Pick<Config, 'agentLimits'> }
type New = Omit<Suggestion, 'id' | 'suggestedAt'>

/**
 * Stores a suggestion, or returns the same one that waits already, so that an agent may repeat; one that asks for the
 * same of items that have changed since takes its place. Throws `too_large`, `limit_reached` where as many wait as may,
 * `too_many_requests` above the agent's limits, which count attempts here, and what `verifyAccess` throws.
 */
export async function storeSuggestion(
  { db, clock, random, config }: Services,
  { accountId, caller: { verifyAccess } }: { accountId: AccountId; caller: Pick<Caller, 'verifyAccess'> },
  suggestion: New,
): Promise<Suggestion> {
  const [input, changes] = [JSON.stringify(suggestion.input), JSON.stringify(suggestion.changes)]
  const length = input.length + changes.length
  const bytes = Buffer.byteLength(input) + Buffer.byteLength(changes)
  if (bytes > MAX_BYTES) {
    throw new Failure(
      'too_large',
      'This is too much for one suggestion. Suggest less at once, and leave out html: the page is fetched once the person accepts.',
    )
  }
  const { agent, action, itemId, injectionSource } = suggestion
  await countAttempt(db, { accountId, agent, max: config.agentLimits.changesAMinute, now: clock.now() })
  const fingerprint = hashSecret(JSON.stringify([agent.id, action, itemId, input]))
  return db.transaction(async (tx) => {
    await lockQueue(tx, accountId, verifyAccess)
    const known = await findByFingerprint(tx, accountId, fingerprint)
    if (known && isOfSameState(known, suggestion)) return known
    // Under a new id, so that what the person has not seen is not accepted.
    if (known) await deleteSuggestions(tx, accountId, [known.id])
    await requireRoom(tx, accountId, { agent, length })
    await countWritten(tx, { accountId, agent, bytes, clock, limits: config.agentLimits })
    const stored: Suggestion = { ...suggestion, id: random.id(), suggestedAt: clock.now() }
    await tx.run(
      `INSERT INTO suggestions (account_id, id, client_id, client_name, action, item_id, input, changes, fingerprint,
         instructed_by, suggested_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      accountId,
      stored.id,
      agent.id,
      agent.name,
      action,
      itemId,
      input,
      changes,
      fingerprint,
      injectionSource,
      stored.suggestedAt,
    )
    await renewQueue(tx, accountId)
    return stored
  })
}

type ChangeAttempt = { accountId: AccountId; agent: Agent; max: number; now: number }

/** The transaction that made the suggested changes was rolled back, and their count with it. */
async function countAttempt(db: Database, { accountId, agent, max, now }: ChangeAttempt): Promise<void> {
  if (max === 0) return
  const name = `suggest ${accountId} ${agent.id}`
  await db.transaction((tx) => consume(tx, [[name, { max, window: MINUTE }]], now))
}

type Written = { accountId: AccountId; agent: Agent; bytes: number; clock: Clock; limits: AgentLimits }

async function countWritten(tx: Connection, { bytes, ...written }: Written): Promise<void> {
  const limiter = await createAgentLimiter(tx, { ...written, now: written.clock.now() })
  await limiter.countBytes(bytes)
  await limiter.saveByteCount()
}

async function findByFingerprint(
  tx: Connection,
  accountId: AccountId,
  fingerprint: string,
): Promise<Suggestion | undefined> {
  const row = await tx.row<{ id: string }>(
    'SELECT id FROM suggestions WHERE account_id = ? AND fingerprint = ?',
    accountId,
    fingerprint,
  )
  return row && findSuggestion(tx, accountId, row.id)
}

/** Whether two suggestions begin with the same. */
function isOfSameState(one: New, other: New): boolean {
  const statesOf = ({ changes }: New) =>
    JSON.stringify(changes.map(({ itemId, before, search }) => search ?? [before && itemId, before]))
  return statesOf(one) === statesOf(other)
}

async function requireRoom(
  tx: Connection,
  accountId: AccountId,
  { agent, length }: { agent: Agent; length: number },
): Promise<void> {
  const agents = await tx.rows<{ clientId: ClientId; count: number; characters: number }>(
    `SELECT client_id AS "clientId", COUNT(*) AS count,
       CAST(SUM(LENGTH(input) + LENGTH(changes)) AS BIGINT) AS characters
     FROM suggestions WHERE account_id = ? GROUP BY client_id`,
    accountId,
  )
  const own = agents.find(({ clientId }) => clientId === agent.id)
  const [count, characters] = [Number(own?.count ?? 0), Number(own?.characters ?? 0)]
  const ofAccount = agents.reduce((sum, { characters }) => sum + Number(characters), 0)
  const isFull = characters + length > MAX_CHARACTERS || ofAccount + length > MAX_CHARACTERS_OF_ACCOUNT
  if (count < MAX_SUGGESTIONS && !isFull) return
  const waiting =
    count < MAX_SUGGESTIONS
      ? 'The suggestions that wait for the person are too long together.'
      : `${count} of your suggestions wait for the person, which is all there is room for.`
  throw new Failure(
    'limit_reached',
    `${waiting} Nothing was added; ask them to accept or dismiss some on their Agents page.`,
  )
}
