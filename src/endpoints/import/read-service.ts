import type { Handler } from 'hono'
import { Failure, invalidField } from '../../failure.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { textOf } from '../../http/form.ts'
import type { InputMembers } from '../../http/parameters.ts'
import { signedIn } from '../../http/visitor.ts'
import type { Access } from '../../library/fetch-source-page.ts'
import { findImport } from '../../library/import.ts'
import { continueSource, startSource } from '../../library/read-source.ts'
import { sourceAddress } from '../../library/source-address.ts'
import { SOURCES } from '../../library/sources.ts'
import type { Source } from '../../library/sources/source.ts'
import { consume } from '../../limits/rate-limit.ts'
import { HOUR } from '../../ports/clock.ts'
import type { Services } from '../../services.ts'
import { handleSubmission } from '../account/submission.ts'
import { defaultOptions } from './default-options.ts'
import type { AccountId } from '../../ids.ts'

/** Servers that one process reads at a time. */
const MAX_READINGS = 10
/** Seconds. */
const RETRY_AFTER = 60
/** Of an account, so that nobody tries addresses or passwords through this service. */
const TRIES = { max: 30, window: HOUR }
const MAX_SECRET = 1000

export type ServiceHandlers = {
  /** `POST /import/service`: reads the links of a running service, and leads to what the import would do. */
  start: Handler
  /** `POST /import/{id}/service`: goes on where the reading of a service was interrupted. */
  goOn: Handler
}

export function serviceHandlers(services: Services): ServiceHandlers {
  const readings = createReadings(services)
  return {
    start: signedIn(services, (c, visitor) =>
      handleSubmission(c, services, {
        visitor,
        name: 'service',
        page: () => '/import',
        refilled: ['service', 'address'],
        async work(form, { session: { accountId } }) {
          const source = SOURCES.find(({ name }) => name === textOf(form, 'service'))
          if (!source) throw invalidField('service', 'Choose a service.')
          const access = accessOf(source, sourceAddress(textOf(form, 'address')), form)
          const id = await readings.run(accountId, async () => {
            const { id, finish } = await startSource(services, accountId, {
              access,
              options: defaultOptions(services),
            })
            return { result: id, finish }
          })
          return { path: `/import/${id}` }
        },
      }),
    ),
    goOn: signedIn(services, (c, visitor) => {
      const id = c.req.param('id') ?? ''
      return handleSubmission(c, services, {
        visitor,
        name: 'service',
        page: () => `/import/${encodeURIComponent(id)}`,
        async work(form, { session: { accountId } }) {
          const { source: known } = await findImport(services.db, accountId, id)
          const source = SOURCES.find(({ name }) => name === known?.name)
          if (!known || !source) throw new Failure('not_offered', 'This import is of a file.')
          const access = accessOf(source, known.address, form)
          await readings.run(accountId, async () => {
            const finish = await continueSource(services, { accountId, id }, access)
            return { result: undefined, finish }
          })
          return {}
        },
      })
    }),
  }
}

function accessOf(source: Source, address: string, form: InputMembers): Access {
  const given = source.secrets.map((name) => [name, textOf(form, name).trim()] as const)
  const isWhole = given.every(([, value]) => value !== '' && value.length <= MAX_SECRET)
  // A header can't hold line breaks, and no token has other characters than these.
  if (!isWhole || !/^[\x20-\x7e]*$/.test(textOf(form, 'token').trim())) {
    const names = source.secrets.map((name) => allMessages.imports.source.secrets[name])
    throw invalidField('secret', `Enter all of: ${names.join(', ')}.`)
  }
  return { source, address, secrets: Object.fromEntries(given), token: undefined }
}

type Begun<Result> = { result: Result; finish(): Promise<void> }

/** Lets an account read one server at a time, on in the background once its first page is there. */
function createReadings({ db, clock, log }: Services) {
  const accounts = new Set<string>()
  return {
    async run<Result>(accountId: AccountId, begin: () => Promise<Begun<Result>>): Promise<Result> {
      if (accounts.has(accountId)) {
        throw new Failure('limit_reached', 'Another server is being read for you. Wait until it is done.')
      }
      if (accounts.size >= MAX_READINGS) {
        const detail = 'Many people are importing right now. Try again in a minute.'
        throw new Failure('busy', detail, { retryAfter: RETRY_AFTER })
      }
      accounts.add(accountId)
      try {
        await db.transaction((tx) => consume(tx, [[`import-service ${accountId}`, TRIES]], clock.now()))
        const { result, finish } = await begin()
        void finish()
          .catch((error: unknown) => log.error('Reading a service for an import failed', error))
          .finally(() => accounts.delete(accountId))
        return result
      } catch (error) {
        accounts.delete(accountId)
        throw error
      }
    },
  }
}
