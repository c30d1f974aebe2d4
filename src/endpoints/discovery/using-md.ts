import { PATHS } from '../../config/paths.ts'
import { prompts } from '../../mcp/prompts.ts'
import { toolList } from '../mcp/call-tool.ts'

const AUTHORIZED = `-H "Authorization: Bearer $ACCESS_TOKEN"`
const JSON_BODY = `-H 'Content-Type: application/json'`

/** How an agent reads and changes the queue, by the API and by MCP. */
export function usingTheQueue(baseUrl: string): string {
  const queue = baseUrl + PATHS.queue
  return `## 5. Use the queue

\`\`\`sh
curl -s ${queue} \\
  ${AUTHORIZED} \\
  -H 'Accept: application/vnd.siren+json'
\`\`\`

The answer is a Siren entity. Follow its \`links\` and submit its \`actions\` (href, method, type, fields);
do not build addresses yourself. Shortened:

\`\`\`json
{"class":["queue"],"properties":{"state":"unread","count":0,"totals":{"unread":0,"read":0,"snoozed":0,"favourite":0,"removed":0}},
 "entities":[],"links":[{"rel":["self"],"href":"${queue}"}],
 "actions":[{"name":"save-link","method":"POST","href":"${queue}","type":"application/json","fields":[{"name":"url","type":"url"}]}]}
\`\`\`

### Save

The action \`save-link\`; saving a link again is safe and gives the same item:

\`\`\`sh
curl -s ${queue} \\
  ${AUTHORIZED} \\
  ${JSON_BODY} \\
  -d '{"url":"https://example.org/on-hypermedia","tags":["web"],"reason":"You asked for articles on hypermedia"}'
\`\`\`

The answer is 201 with the item; ITEM_ID below is its \`id\`:

\`\`\`json
{"class":["item","unread"],"title":"example.org/on-hypermedia",
 "properties":{"id":"01a2…","url":"https://example.org/on-hypermedia","state":"unread","tags":["web"],"content":{"status":"pending"}},
 "links":[{"rel":["self"],"href":"${queue}/items/01a2…"}],
 "actions":[{"name":"mark-read","method":"PUT","href":"${queue}/items/01a2…/mark-read"}]}
\`\`\`

### Find, and go through the pages

The action \`search\`; its \`q\` takes words and conditions. Pages are as long as \`limit\` says, 25 unless you do:

\`\`\`sh
curl -s -G ${queue} \\
  ${AUTHORIZED} \\
  --data-urlencode 'q=is:unread tag:web' \\
  --data-urlencode 'limit=1'
\`\`\`

Where there are more, the answer has a link \`next\`. Follow it as it stands, until there is none:

\`\`\`sh
curl -s "$NEXT" \\
  ${AUTHORIZED}
\`\`\`

A person leaves requests on items, in words: \`q=is:asked\` finds those that nobody has answered. \`request\` says what to do (the person's
words, unless \`requestBy\` names an agent), and the item's action \`answer-request\` answers it, which closes it.

### Read

The link \`alternate\` of an item, once its page was read, is the article, as HTML, Markdown or plain text:

\`\`\`sh
curl -s "${queue}/items/$ITEM_ID/content" \\
  ${AUTHORIZED} \\
  -H 'Accept: text/markdown'
\`\`\`

While its page is being fetched that is 404 with \`Retry-After\`.

### Change and undo

An action without fields needs no body. The answer is the item as it is now:

\`\`\`sh
curl -s -D - -o /dev/null -X PUT "${queue}/items/$ITEM_ID/mark-read" \\
  ${AUTHORIZED}
\`\`\`

What you change is written down with your name, and the person can undo it. So can you: the answer's Link header names the
change, \`<${queue}/changes/17>; rel="${baseUrl}/profiles/queue#act"\`, and \`undo-change\` undoes it by that number, here CHANGE:

\`\`\`sh
curl -s ${queue}/undo-change \\
  ${AUTHORIZED} \\
  ${JSON_BODY} \\
  -d '{"change":'"$CHANGE"'}'
\`\`\`

The link \`monitor\` leads to the changes of everybody: page by page, with \`wait\` (seconds, up to 30) as soon as there are some,
or with \`Accept: text/event-stream\` as they come.

What the members of the entities mean is told at ${baseUrl}/profiles/queue.

### With MCP

The same token opens \`${baseUrl}${PATHS.mcp}\`: Streamable HTTP without sessions, the revisions of 2026-07-28
and from 2025-03-26 on. A client that is given this address alone finds everything else through the 401. By hand:

\`\`\`sh
curl -s ${baseUrl}${PATHS.mcp} \\
  ${AUTHORIZED} \\
  ${JSON_BODY} \\
  -H 'Accept: application/json, text/event-stream' \\
  -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_queue","arguments":{"limit":2,"fields":["title"]}}}'
\`\`\`

The answer is one event, whose \`data\` is the message:

\`\`\`text
event: message
data: {"result":{"content":[{"type":"text","text":"…"}],"structuredContent":{"state":"unread","matched":2,"items":[{"title":"On hypermedia"}]}},"jsonrpc":"2.0","id":1}
\`\`\`

- Tools: ${toolList.map(({ name }) => `\`${name}\``).join(', ')}
- \`${baseUrl}${PATHS.readOnlyMcp}\` offers only the tools that read, with the same token
- Resources: \`queue://unread\`, \`queue://items/{id}\`
- Prompts: ${prompts.map(({ name }) => `\`${name}\``).join(', ')}`
}
