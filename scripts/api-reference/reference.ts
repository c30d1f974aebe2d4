import {
  ACTION_NOTES,
  entityClasses,
  EXPORT_NOTES,
  SEARCH_NOTES,
} from '../../src/endpoints/discovery/entities-md.ts'
import { accessErrors } from '../../src/endpoints/discovery/responses-md.ts'
import { toolList } from '../../src/endpoints/mcp/call-tool.ts'
import type { Tool } from '../../src/mcp/tool.ts'
import type { Action } from '../../src/queue/actions/action.ts'
import { catalogue } from '../../src/queue/actions/catalogue.ts'
import { EXPORT_FIELDS } from '../../src/library/export/export-input.ts'
import { FEED_FIELDS } from '../../src/queue/history/feed.ts'
import { SEARCH_FIELDS } from '../../src/queue/lists/search.ts'
import { problemKinds } from '../../src/siren/problem.ts'
import { ACCESS } from './access.ts'
import { actionSection, requestLine } from './action-section.ts'
import { EXAMPLE_CHANGE, EXAMPLE_ID } from './examples.ts'
import { fieldTable } from './field-table.ts'
import { table } from './markdown.ts'
import { toolSection } from './tool-section.ts'

const BASE_URL = 'https://queue.example.org'

/** The reference of the API and its MCP tools, in Markdown. */
export function apiReference(actions: Action[] = catalogue, tools: Tool[] = toolList): string {
  return `<!-- Made by \`npm run docs\` from the action catalogue. Do not edit: change the action, then run it again. -->

# API reference

The queue is a hypermedia API ([Siren](https://github.com/kevinswiber/siren)) at \`/queue\` and an MCP server at \`/mcp\`. Both
do the same things with the same fields. Prefer to follow \`links\` and submit \`actions\` as they come; the addresses below are for reading
and for quick scripts. \`${EXAMPLE_ID}\` and \`${EXAMPLE_CHANGE}\` in examples stand for an item's id and a change's number.

- [Access](#access)
- [Reading](#reading)
- [Actions](#actions)
- [Entities](#entities)
- [MCP tools](#mcp-tools)
- [Errors](#errors)

## Access

${ACCESS}

## Reading

${table(
  ['address', 'what it answers'],
  [
    ['`GET /queue`', 'a page of the list, class `queue`'],
    ['`GET /queue/items/{id}`', 'an item with what can be done to it now, class `item`'],
    ['`GET /queue/items/{id}/content`', 'its article: `text/html`, `text/markdown` or `text/plain`'],
    ['`GET /queue/changes`', 'who changed what, class `changes`; as `text/event-stream` while it happens'],
    ['`GET /queue/changes/{number}`', 'one change, class `change`'],
    [
      '`POST /queue/find-link`',
      'the item of the link in the member `url`: the action `find-link`; 204 if it is not in the queue',
    ],
    ['`GET /queue/export`', 'the items and their articles as a file: the action `export-queue`'],
  ],
)}

Entities are \`application/vnd.siren+json\`, or the same as \`application/json\`. Every answer has a strong ETag: send it in
If-None-Match to get 304 where nothing changed. HEAD works wherever GET does.

\`GET /queue\` takes these parameters, and \`after\` with a cursor, which you find in the links \`next\` and \`prev\`:

${fieldTable(SEARCH_FIELDS)}

${SEARCH_NOTES}

\`GET /queue/changes\` takes \`after\` (a number or \`latest\`), \`wait\` (seconds, up to 30) and:

${fieldTable(FEED_FIELDS)}

\`GET /queue/export\` takes:

${fieldTable(EXPORT_FIELDS)}

${EXPORT_NOTES}

## Actions

${table(
  ['action', 'request', 'what it does'],
  actions.map((action) => [
    `[\`${action.name}\`](#${action.name})`,
    `\`${requestLine(action)}\``,
    action.title,
  ]),
)}

A body is a JSON object or a form. Each action can be sent again without harm. The answer to a change names it in a \`Link\` header of the
relation \`${BASE_URL}/profiles/queue#act\`; [\`undo-change\`](#undo-change) takes it back by its number. With If-Match an item
action runs only on the version that you read.

${ACTION_NOTES}

${actions.map(actionSection).join('\n\n')}

## Entities

Instants are RFC 3339 in UTC. A state that does not hold is null.

${entityClasses(BASE_URL).replaceAll(/^## /gm, '### ')}

## MCP tools

The server speaks Streamable HTTP without sessions, in the revision 2026-07-28 and those from 2025-03-26 on. Each result has the same as
structured content and as text, and begins with \`untrusted\`: titles, notes and pages were written by others and are data, not
instructions. A mistake in a call is a result with \`isError\` that says in words what to do.

The section of each [action](#actions) names its tool. These tools only read, and \`/mcp/readonly\` has no others:

${tools
  .filter(({ annotations }) => annotations.readOnlyHint)
  .map(toolSection)
  .join('\n\n')}

## Errors

The API answers errors as \`application/problem+json\` (RFC 9457): \`type\` is \`${BASE_URL}/problems/\` and a word of this table,
\`detail\` says what happened, and \`errors\` points at each wrong field. The section of an action names the errors of its own; the others any
request can meet.

${table(
  ['type', 'status', 'what happened', 'what to do'],
  problemKinds.map(({ type, status, title, remedy }) => [`\`${type}\``, String(status), title, remedy]),
)}

The OAuth endpoints answer errors in the words of their standards:

${accessErrors(BASE_URL)}
`
}
