import { PATHS } from '../../config/paths.ts'
import { type ProblemKind, problemTypeUri } from '../../siren/problem.ts'

/** A request that is refused, less what a client sends by itself, and the detail of the response. */
export type ProblemExample = { request: string; detail: string }

const SAVE = 'POST /queue\nContent-Type: application/json\n\n'

/** An example of each kind; ITEM_ID and REMOVED_ID stand for the ids of an unread and of a removed item. */
export const PROBLEM_EXAMPLES: Record<string, ProblemExample> = {
  malformed: {
    request: 'GET /queue?after=2',
    detail:
      'The cursor in "after" is not one of this list. Start again without it. For what was saved after a day, search for after:2026-01-31.',
  },
  'invalid-input': {
    request: 'GET /queue?limit=500',
    detail: '"limit" takes a whole number from 1 to 100.',
  },
  'unsupported-link': {
    request: `${SAVE}{"url":"ftp://example.org/file"}`,
    detail: '"ftp://example.org/file" is not an http or https address.',
  },
  'not-found': {
    request: 'GET /queue/items/0',
    detail: 'There is no such item in this queue.',
  },
  'not-offered': {
    request: 'PUT /queue/items/REMOVED_ID/mark-read',
    detail:
      '"Mark as read" is not possible now: the item is in the trash. Restore it first, with restore-item.',
  },
  'quota-exceeded': {
    request: `${SAVE}{"url":"https://example.org/on-hypermedia"}`,
    detail:
      'This account has 100000 items, including the trash, and may have 100000. Nothing was changed. Remove items that you no longer need: their space is freed when the trash is emptied. Reading, removing and exporting still work.',
  },
  'limit-reached': {
    request: 'PUT /queue/items/ITEM_ID/mark-read',
    detail:
      '100 of your suggestions wait for the person, which is all there is room for. Nothing was added; ask them to accept or dismiss some on their Agents page.',
  },
  'changed-meanwhile': {
    request: 'PUT /queue/items/ITEM_ID/mark-read\nIf-Match: "an older version"',
    detail: 'The item has changed since you read it. Read it again first.',
  },
  gone: {
    request: 'GET /queue/changes?after=999',
    detail:
      'There is no change 999 here: the latest is 3. Read the queue as it is now, then go on with after=latest.',
  },
  unauthorized: {
    request: 'GET /queue\nAuthorization: Bearer rq_at_expired',
    detail: 'The access token is unknown, expired or revoked. Refresh it, or authorize again.',
  },
  paused: {
    request: 'GET /queue',
    detail: 'The person has paused this agent. Ask them to resume it on their Agents page.',
  },
  'method-not-allowed': {
    request: 'POST /queue/items/ITEM_ID/mark-read',
    detail: 'POST is not possible here. Possible: PUT, OPTIONS.',
  },
  'not-acceptable': {
    request: 'GET /queue\nAccept: image/png',
    detail: 'The queue is offered as application/vnd.siren+json and application/json.',
  },
  'unsupported-type': {
    request: 'POST /queue\nContent-Type: text/plain\n\nhttps://example.org/on-hypermedia',
    detail: 'The body must be application/json or application/x-www-form-urlencoded.',
  },
  'too-large': {
    request: `${SAVE}{"url":"https://example.org/","tags":${'['.repeat(40)}${']'.repeat(40)}}`,
    detail: 'The body is nested more than 32 deep.',
  },
  'too-many-requests': {
    request: 'GET /queue/changes?after=latest&wait=30',
    detail: '100 requests are waiting for changes of this queue, the most there can be. End one first.',
  },
  busy: {
    request: 'GET /queue?q=hypermedia',
    detail: 'Too many searches wait right now. Try again in a few seconds.',
  },
  internal: {
    request: 'GET /queue',
    detail: 'It is not your mistake. Whoever runs this service finds it in the log as 01a2….',
  },
}

/** What a kind of problem means and what to do, with an example. */
export function problemMd({ type, status, title, remedy }: ProblemKind, baseUrl: string): string {
  const { request, detail } = PROBLEM_EXAMPLES[type]!
  const problem = { type: problemTypeUri(type, baseUrl), title, status, detail }
  return `# ${title}

${remedy}

For example, this request:

\`\`\`http
${request}
\`\`\`

is answered by ${status} and:

\`\`\`json
${JSON.stringify(problem, null, 2)}
\`\`\`

\`errors\`, where there are some, point at the fields that are wrong. All problem types are at ${baseUrl}/profiles/queue; how to get
access and what to send is at ${baseUrl}${PATHS.authGuide}.
`
}
