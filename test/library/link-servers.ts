import type { IncomingMessage, ServerResponse } from 'node:http'
import { startWebServer, type WebServer } from '../support/web-server.ts'

/** The token that each server of this file takes. */
export const TOKEN = 'a-secret-that-nobody-keeps'

type LinkServerResponse = { status?: number; json?: unknown; headers?: Record<string, string>; text?: string }
type LinkServerHandler = (url: URL, request: IncomingMessage, body: string) => LinkServerResponse

/** A server that answers as a program with these links does, by the documentation of its API. */
export function startLinkServer(answer: LinkServerHandler): Promise<WebServer> {
  return startWebServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => send(response, answer(new URL(request.url ?? '', 'http://x'), request, body)))
  })
}

function send(
  response: ServerResponse,
  { status = 200, json, headers = {}, text }: LinkServerResponse,
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(text ?? JSON.stringify(json))
}

/** A link as each of the servers has it. */
export type KnownLink = { url: string; title: string; tags: string[]; isRead: boolean; isFavourite: boolean }

const DENIED: LinkServerResponse = { status: 401, json: { detail: 'Invalid token.' } }
const SAVED_AT = '2024-05-01T10:00:00Z'

type Program = { fields: Record<string, string>; answer(known: KnownLink[]): LinkServerHandler }

/** The programs, each with a small largest page, as an operator may set it. */
export const PROGRAMS: Record<string, Program> = {
  linkding: {
    fields: { token: TOKEN },
    answer: (known) => (url, request) => {
      if (request.headers.authorization !== `Token ${TOKEN}`) return DENIED
      const isArchived = url.pathname === '/sub/api/bookmarks/archived/'
      if (!isArchived && url.pathname !== '/sub/api/bookmarks/') return { status: 404, text: 'Not Found' }
      const all = known.filter(({ isRead }) => isRead === isArchived)
      const offset = Number(url.searchParams.get('offset'))
      const page = all.slice(offset, offset + 2)
      const next = offset + 2 < all.length ? `${url.origin}/api/bookmarks/?offset=${offset + 2}` : null
      const results = page.map(({ url, title, tags, isRead }, id) => ({
        id,
        url,
        title,
        description: 'About it',
        notes: 'Mine',
        is_archived: isRead,
        unread: true,
        shared: false,
        tag_names: tags,
        date_added: SAVED_AT,
      }))
      return { json: { count: all.length, next, previous: null, results } }
    },
  },
  karakeep: {
    fields: { token: TOKEN },
    answer: (known) => (url, request) => {
      if (request.headers.authorization !== `Bearer ${TOKEN}`) return DENIED
      if (url.pathname !== '/sub/api/v1/bookmarks') return { status: 404, text: '<!doctype html>' }
      const from = Number((url.searchParams.get('cursor') ?? 'at-0').slice(3))
      const bookmarks = known
        .slice(from, from + 2)
        .map(({ url, title, tags, isRead, isFavourite }, index) => ({
          id: String(index),
          createdAt: SAVED_AT,
          title,
          archived: isRead,
          favourited: isFavourite,
          note: 'Mine',
          tags: tags.map((name) => ({ id: name, name, attachedBy: 'human' })),
          content: { type: 'link', url },
        }))
      return { json: { bookmarks, nextCursor: from + 2 < known.length ? `at-${from + 2}` : null } }
    },
  },
  readeck: {
    fields: { token: TOKEN },
    answer: (known) => (url, request) => {
      if (request.headers.authorization !== `Bearer ${TOKEN}`) return DENIED
      if (url.pathname !== '/sub/api/bookmarks') return { status: 404, text: 'Not Found' }
      const offset = Number(url.searchParams.get('offset'))
      const json = known.slice(offset, offset + 2).map(({ url, title, tags, isRead, isFavourite }, id) => ({
        id,
        url,
        title,
        labels: tags,
        created: SAVED_AT,
        is_archived: isRead,
        is_marked: isFavourite,
        is_deleted: false,
      }))
      return { json, headers: { 'Total-Count': String(known.length) } }
    },
  },
  miniflux: {
    fields: { token: TOKEN },
    answer: (known) => (url, request) => {
      if (request.headers['x-auth-token'] !== TOKEN) return DENIED
      if (url.pathname !== '/sub/v1/entries' || url.searchParams.get('starred') !== 'true')
        return { status: 404, text: 'Not Found' }
      const offset = Number(url.searchParams.get('offset'))
      const entries = known.slice(offset, offset + 2).map(({ url, title, tags, isRead }, id) => ({
        id,
        url,
        title,
        tags,
        status: isRead ? 'read' : 'unread',
        starred: true,
        created_at: SAVED_AT,
        published_at: '2020-01-01T00:00:00Z',
        content: '<p>Text</p>',
        feed: { title: 'A feed', category: { id: 1, title: 'All' } },
      }))
      return { json: { total: known.length, entries } }
    },
  },
  wallabag: {
    fields: { client_id: '1_abc', client_secret: 'shh', username: 'ann', password: TOKEN },
    answer: (known) => {
      let signIns = 0
      return (url, request, body) => {
        if (url.pathname === '/sub/oauth/v2/token') {
          const form = Object.fromEntries(new URLSearchParams(body))
          const isRight = form['grant_type'] === 'password' && form['password'] === TOKEN
          if (request.method !== 'POST' || !isRight) return { status: 400, json: { error: 'invalid_grant' } }
          signIns += 1
          return { json: { access_token: `given-${signIns}`, expires_in: 3600, token_type: 'bearer' } }
        }
        if (url.pathname !== '/sub/api/entries.json') return { status: 404, text: 'Not Found' }
        const page = Number(url.searchParams.get('page'))
        // The first token expires after a page.
        const isValid = request.headers.authorization === `Bearer given-${signIns}`
        if (!isValid || (page === 2 && signIns === 1))
          return { status: 401, json: { error: 'invalid_grant' } }
        const items = known
          .slice(2 * (page - 1), 2 * page)
          .map(({ url, title, tags, isRead, isFavourite }, id) => ({
            id,
            url,
            title,
            tags: tags.map((label) => ({ id, label, slug: label })),
            is_archived: isRead ? 1 : 0,
            is_starred: isFavourite ? 1 : 0,
            created_at: '2024-05-01T12:00:00+0200',
            content: "wallabag can't retrieve contents for this article.",
            annotations: [],
          }))
        return {
          json: { page, pages: Math.ceil(known.length / 2), total: known.length, _embedded: { items } },
        }
      }
    },
  },
}
