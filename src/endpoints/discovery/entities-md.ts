import { MAX_IDS } from '../../queue/input/field.ts'
import { ITEM_MEMBERS } from './item-members-md.ts'
import { LIST_NAMES } from '../../queue/model/states.ts'
import { MAX_PAGE } from '../../queue/lists/page.ts'
import { GRAMMAR } from '../../queue/search/query.ts'

/** What the classes and members of the queue's entities mean, in Markdown; a heading for each class. */
export function entityClasses(baseUrl: string): string {
  return `## Class \`queue\`

A page of the queue, newest saved first unless \`sort\` says otherwise. \`state\`, \`tag\`, \`site\` and \`q\` say
which items it lists, \`count\` how many are on this page, \`totals\` how many the whole queue has unread, read, snoozed, as favourites and in the trash. States: ${LIST_NAMES.map((state) => `\`${state}\``).join(', ')}
(\`all\` is everything that is not removed; \`removed\` is the trash).
Links: \`first\`, \`next\`, \`prev\`. Follow them; a cursor is opaque.

## Class \`item\`

A saved link, also of class \`unread\`, \`read\`, \`snoozed\` or \`removed\`. In a list it carries no actions; those come
with GET of its \`self\`. The link \`original\` is the page itself; \`alternate\`, where there is something to read,
is the article: \`text/html\`, \`text/markdown\` or \`text/plain\` by its Accept header.

| member | meaning |
| --- | --- |
${ITEM_MEMBERS}
| content.status | \`pending\`: being fetched; \`ready\`; \`failed\` |
| content.reason | in words: why it failed, or why an older copy is kept |
| content.type | the page's media type, once fetched |
| content.source | whose copy it is: \`kind\` is service (fetched), person (their browser's) or agent (with its id and name); \`at\`: from when |
| snippet | in a search, where the article holds what was searched for |

## Class \`outcome\`

What came of \`change-items\`: \`action\`, and how many items it \`changed\` and \`skipped\`. It embeds each item as it
is now; \`skippedBecause\` says in words why one was left as it is. It stands at no address, so it has no \`self\`.

What came of \`undo-change\` is one too: \`change\` is the number that was named. An item that was restored in part has
\`kept\`: the \`fields\` that somebody changed since, which stay, and in words \`because\`.

\`act\` is the number of what was done, and the action \`undo-change\` takes back all of it; null where nothing was changed.
Every answer to a change says the same by a \`Link\` header of the relation \`${baseUrl}/profiles/queue#act\`, which leads to the
change.

## Class \`changes\`

A page of what became of the queue, oldest first: those behind \`after\`, with the \`latest\` number there is. \`after\` is a
number or \`latest\`; without it a page begins with the oldest that is kept. The link \`next\` is there where there are
more; \`monitor\` is where what comes later will be. With \`wait\` (seconds, up to 30) an empty page waits for a
change. As \`text/event-stream\` changes come as they are made, each with its number as \`id\`; the stream ends with the
access. A number that is not kept any more, or was never reached (the service was restored from a backup), is
answered 410: read the queue as it is, then go on with \`after=latest\`.

## Class \`change\`

| member | meaning |
| --- | --- |
| sequence | its number: no gaps, in the order of the changes |
| act | the number of the act that it belongs to: the \`sequence\` of that one's first change |
| at, actor, action | when, by whom (\`kind\`: person, agent or service), and what was done |
| itemId, title | the item, and what it is called now |
| before, after | the fields that changed, in the names of an item; \`title\` is the given one; before is null for a new item, after for one that is gone for good |
| reason | why, where it was said |
| afterReading | the item whose content the same agent read within the minute before |
| undoes, undoneBy | the change that it takes back, and the one that takes it back now |
| undoneFields | which of its fields are undone now |
| undoable, notUndoableBecause | whether \`undo-change\` is possible now, and in words why not |
| keeps | what an undo would leave because it was changed since: \`fields\`, and in words \`because\` |`
}

/** What the fields of the actions do not say for themselves. */
export const ACTION_NOTES = `Each member of \`links\` is an address, or an object with the fields of \`save-link\`. Saving a link that is
there already is no mistake: its item moves to the top, unread, and its tags are united. One wrong link among
several refuses them all; the answer to \`save-links\` is the page of the queue that begins with them. \`limit\` goes
from 1 to ${MAX_PAGE}. \`change-items\` runs item actions on up to ${MAX_IDS} items (\`items\`: their ids or
addresses, or \`query\`) as one change: several actions and tags at once, or with \`changes\` different ones; items that do not
allow them are skipped; one unknown item refuses all; \`preview\` changes nothing. \`undo-change\` takes back the whole act where \`change\` is the
number of one, else one change; \`extent\` says which (\`act\` or \`change\`). An item is snoozed until a time
in the future, ten years ahead at most. A member or parameter that is not named here is refused with 422. Titles, notes, reasons
and tags are saved without invisible characters (zero-width, bidirectional, tag characters), except where writing needs
one, as in emoji and Persian; control characters are refused.`

/** How a search is written and ordered. */
export const SEARCH_NOTES = `\`q\` takes ${GRAMMAR}. A word of three letters or more also finds words that begin with it; letters count
without case and accents. A minus before any of these excludes it. \`sort\` is \`best\` (in titles first, then in
tags, notes and what the page says of itself, then in articles; newest first where that is equal), \`newest\` or
\`oldest\`. Without \`state\` a search is over everything that is not removed, or what \`is:\` names.`
