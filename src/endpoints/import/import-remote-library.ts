import type { Handler } from 'hono'
import { Failure, invalidField } from '../../failure.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { textOf } from '../../http/form.ts'
import type { InputMembers } from '../../http/parameters.ts'
import { signedIn } from '../../http/visitor.ts'
import type { Access } from '../../library/fetch-remote-page.ts'
import { requireImport } from '../../library/import.ts'
import { resumeRemoteImport, startRemoteImport } from '../../library/stage-remote-library.ts'
import { parseRemoteAddress } from '../../library/remote-address.ts'
import { REMOTE_LIBRARIES } from '../../library/remote-libraries.ts'
import type { RemoteLibrary } from '../../library/remote-libraries/remote-library.ts'
import { consume } from '../../limits/rate-limit.ts'
import { HOUR } from '../../ports/clock.ts'
import type { Services } from '../../services.ts'
import { handleSubmission } from '../account/submission.ts'
import { defaultOptions } from './default-options.ts'
import type { AccountId } from '../../ids.ts'

/** Remote libraries that one process imports at a time. */
const MAX_CONCURRENT_IMPORTS = 10
/** Seconds. */
const RETRY_AFTER = 60
/** Of an account, so that nobody tries addresses or passwords through this service. */
const IMPORT_ATTEMPTS = { max: 30, window: HOUR }
const MAX_CREDENTIAL_LENGTH = 1000

export type RemoteImportHandlers = {
  /** `POST /import/service`: reads the links of a remote library, and leads to what the import would do. */
  startImport: Handler
  /** `POST /import/{id}/service`: resumes an interrupted import of a remote library. */
  resumeImport: Handler
}

export function remoteImportHandlers(services: Services): RemoteImportHandlers {
  const runner = createImportRunner(services)
  return {
    startImport: signedIn(services, (c, visitor) =>
      handleSubmission(c, services, {
        visitor,
        name: 'service',
        page: () => '/import',
        refilled: ['service', 'address'],
        async work(form, { session: { accountId } }) {
          const library = REMOTE_LIBRARIES.find(({ name }) => name === textOf(form, 'service'))
          if (!library) throw invalidField('service', 'Choose a service.')
          const access = accessOf(library, parseRemoteAddress(textOf(form, 'address')), form)
          const id = await runner.run(accountId, async () => {
            const { id, finish } = await startRemoteImport(services, accountId, {
              access,
              options: defaultOptions(services),
            })
            return { result: id, finish }
          })
          return { path: `/import/${id}` }
        },
      }),
    ),
    resumeImport: signedIn(services, (c, visitor) => {
      const id = c.req.param('id') ?? ''
      return handleSubmission(c, services, {
        visitor,
        name: 'service',
        page: () => `/import/${encodeURIComponent(id)}`,
        async work(form, { session: { accountId } }) {
          const { source: remoteSource } = await requireImport(services.db, accountId, id)
          const library = REMOTE_LIBRARIES.find(({ name }) => name === remoteSource?.name)
          if (!remoteSource || !library)
            throw new Failure('not_offered', 'This import came from a file, so there is nothing to continue.')
          const access = accessOf(library, remoteSource.address, form)
          await runner.run(accountId, async () => {
            const finish = await resumeRemoteImport(services, { accountId, id }, access)
            return { result: undefined, finish }
          })
          return {}
        },
      })
    }),
  }
}

function accessOf(library: RemoteLibrary, address: string, form: InputMembers): Access {
  const credentials = library.credentials.map((name) => [name, textOf(form, name).trim()] as const)
  const isComplete = credentials.every(([, value]) => value !== '' && value.length <= MAX_CREDENTIAL_LENGTH)
  // A header can't hold line breaks, and no token has other characters than these.
  if (!isComplete || !/^[\x20-\x7e]*$/.test(textOf(form, 'token').trim())) {
    const names = library.credentials.map((name) => allMessages.imports.remoteLibrary.credentials[name])
    throw invalidField('secret', `Enter all of: ${names.join(', ')}.`)
  }
  return { library, address, credentials: Object.fromEntries(credentials), token: undefined }
}

type StartedImport<Result> = { result: Result; finish(): Promise<void> }

/** Runs one import of an account at a time, in the background once its first page is there. */
function createImportRunner({ db, clock, log }: Services) {
  const accounts = new Set<string>()
  return {
    async run<Result>(accountId: AccountId, start: () => Promise<StartedImport<Result>>): Promise<Result> {
      if (accounts.has(accountId)) {
        throw new Failure('limit_reached', 'Another import is still running. Wait for it to finish.')
      }
      if (accounts.size >= MAX_CONCURRENT_IMPORTS) {
        const detail = 'Many people are importing right now. Try again in a minute.'
        throw new Failure('busy', detail, { retryAfter: RETRY_AFTER })
      }
      accounts.add(accountId)
      try {
        await db.transaction((tx) =>
          consume(tx, [[`import-service ${accountId}`, IMPORT_ATTEMPTS]], clock.now()),
        )
        const { result, finish } = await start()
        void finish()
          .catch((error: unknown) => log.error('Importing a remote library failed', error))
          .finally(() => accounts.delete(accountId))
        return result
      } catch (error) {
        accounts.delete(accountId)
        throw error
      }
    },
  }
}
