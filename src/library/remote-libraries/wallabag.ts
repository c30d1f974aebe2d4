import { wallabagDraft } from '../formats/wallabag-json.ts'
import { textOf } from '../parsing/entry.ts'
import { isRecord, recordsOf } from '../parsing/json-values.ts'
import type { RemoteLibrary } from './remote-library.ts'

/** A small page, since each entry comes with its article. */
const PAGE = 20

/** It has no tokens that a person can copy: it issues them for a password, and they last an hour. */
export const wallabag: RemoteLibrary = {
  name: 'wallabag',
  title: 'wallabag',
  credentials: ['client_id', 'client_secret', 'username', 'password'],
  firstCursor: '1',
  pathOf: (cursor) => `/api/entries.json?perPage=${PAGE}&page=${cursor}&sort=created&order=desc&detail=full`,
  headersFor: (token) => ({ Authorization: `Bearer ${token}` }),
  signIn: {
    request: (address, credentials) => ({
      url: `${address}/oauth/v2/token`,
      headers: {},
      form: { grant_type: 'password', ...credentials },
    }),
    tokenOf: (json) => (isRecord(json) ? textOf(json['access_token']) : undefined),
  },
  parsePage({ json }, cursor) {
    if (!isRecord(json) || !isRecord(json['_embedded']) || !Array.isArray(json['_embedded']['items']))
      return undefined
    const page = Number(cursor)
    return {
      entries: recordsOf(json['_embedded']['items']).map(wallabagDraft),
      next: page < Number(json['pages']) ? String(page + 1) : null,
    }
  },
}
