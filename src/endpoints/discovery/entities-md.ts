import { MAX_IDS } from '../../queue/input/field.ts'
import { ITEM_MEMBERS } from './item-members-md.ts'
import { entryOf, propertyOf } from '../../queue/model/fields.ts'
import { LIST_NAMES } from '../../queue/model/states.ts'
import { MAX_PAGE } from '../../queue/lists/page.ts'
import { SORT_FIELDS } from '../../queue/search/filter.ts'
import { GRAMMAR } from '../../queue/search/query.ts'

/** Markdown that explains the classes of the queue's entities and their members, with a heading for each class. */
export function entityClasses(baseUrl: string): string {
  return `## Class \`queue\`

A page of the queue, newest saved first unless \`sort\` says otherwise. \`state\`, \`tag\`, \`site\` and \`q\` say
which items it lists, \`count\` how many are on this page, \`totals\` how many the whole queue has unread, read, snoozed, as favourites and in the trash. States: ${LIST_NAMES.map((state) => `\`${state}\``).join(', ')}
(\`all\` is everything that is not removed; \`removed\` is the trash).
Links: \`first\`, \`next\`, \`prev\`. Follow them; a cursor is opaque.

## Class \`item\`

A saved link, also of class \`unread\`, \`read\`, \`snoozed\` or \`removed\`. In a list it carries no actions; those come
with GET of its \`self\`. The link \`original\` is the page itself; \`alternate\`, where there is something to read,
is the article, as the \`type\` that you send in Accept: \`text/html\`, \`text/markdown\` or \`text/plain\`.

| member | meaning |
| --- | --- |
${ITEM_MEMBERS}
| content.status | \`pending\`: being fetched; \`ready\`; \`failed\` |
| content.reason | in words: why it failed, or why an older copy is kept |
| content.type | the page's media type, once fetched |
| content.source | whose copy it is: \`kind\` is service (fetched), person (their browser's) or agent (with its id and name); \`at\`: from when |
| snippet | in a search, where the article holds what was searched for |

## Class \`saved-searches\`

The saved searches of the account, by name: behind the link \`related\` of the queue. It embeds each of them.

## Class \`saved-search\`

A query with a name: \`name\` (no other has it, in any case), \`query\` as \`q\` takes it, and \`sort\`, null for the usual order. The link
\`related\` is the list of what it finds.

## Class \`import\`

The answer to \`import-links\`: \`added\` and \`merged\` count the links that were new, and those that were there already or twice among
the entries; \`skipped\` lists the \`row\` of each entry that can't be saved, from 1, with the \`reason\`. \`act\` is the number to undo all of it
with, null if nothing changed.

## Class \`outcome\`

What came of \`change-items\`: \`action\`, and how many items it \`changed\` and \`skipped\`. It embeds each item as it
is now; \`skippedBecause\` says in words why one was left as it is. It stands at no address, so it has no \`self\`.

What came of \`undo-change\` is one too: \`change\` is the number that was named. An item that was restored in part has
\`kept\`: the \`fields\` that somebody changed since, which stay, and in words \`because\`.

\`act\` is the number of what was done, and the action \`undo-change\` undoes all of it; null where nothing was changed.
Every answer to a change says the same by a \`Link\` header of the relation \`${baseUrl}/profiles/queue#act\`, which leads to the
change.

## Class \`suggestion\`

The answer 202 to a change that is not made: the person lets this agent only suggest changes, or the agent has just read a text that gives
agents instructions. \`action\` is what was asked, \`changes\` how many changes it would be, \`words\` says what comes next. The person
accepts or dismisses it; asking for the same again gives the same suggestion.

## Class \`changes\`

A page of the changes of the queue, oldest first, with the number of the \`latest\` one. \`after\` says where the page begins:

1. without it, at the oldest change that is kept;
2. \`after=latest\`: after the latest change, so with what comes next;
3. the number of a change: after that change;
4. the \`after\` of a link: after the change with that number, if it was made at the time that the link also holds.

The answer is 410 if the changes after that number are no longer kept, or if the service was restored from a backup since: then there is
no change of that number, or in case 4 another one. Read the queue as it is, then go on with \`after=latest\`.

The link \`next\` is there if there are more changes now; \`monitor\` leads to the later ones. With \`wait\` (seconds, up to 30) an empty page waits for a
change. As \`text/event-stream\` changes come as they are made, each with its number as \`id\`; the stream ends with the
access.

## Class \`change\`

| member | meaning |
| --- | --- |
| sequence | its number: no gaps, in the order of the changes |
| act | the number of the act that it belongs to: the \`sequence\` of that one's first change |
| at, actor, action | when, by whom (\`kind\`: person, agent or service), and what was done |
| itemId, title | the item, and what it is called now; null and the name for a saved search |
| before, after | the fields that changed, in the names of an item; \`title\` is the given one; before is null for a new item, after for one that is gone for good; of a saved search \`name\`, \`query\` and \`sort\`; \`highlights\` are those of the changed ones that there were then, with \`id\`, \`exact\`, \`note\` and \`colour\` |
| reason | why, where it was said |
| afterReading | the item whose content the same agent read within the minute before |
| acceptedAt | when the person accepted it, where an agent had suggested it |
| undoes, undoneBy | the change that it undoes, and the one that undoes it now |
| undoneFields | which of its fields are undone now |
| undoable, notUndoableBecause | whether \`undo-change\` is possible now, and in words why not |
| keeps | what an undo would leave because it was changed since: \`fields\`, and in words \`because\` |`
}

/** Rules that the fields of the actions don't state. */
export const ACTION_NOTES = `Each member of \`links\` is an address, or an object with the fields of \`save-link\`. Saving a link that is
there already is no mistake: its item moves to the top, unread, and its tags are united. One wrong link among
several refuses them all; the answer to \`save-links\` is the page of the queue that begins with them. \`import-links\` brings links from
elsewhere as they were there, and fetches their pages later; a link that is there gains the tags, note and mark that it lacks and stays where it
is, so that a repeat changes nothing; an entry that can't be saved is skipped and named. \`limit\` goes
from 1 to ${MAX_PAGE}. \`change-items\` runs item actions on up to ${MAX_IDS} items (\`items\`: their ids or
addresses, or \`query\`) as one change: several actions and tags at once, or with \`changes\` different ones; items that do not
allow them are skipped; one unknown item refuses all; \`preview\` changes nothing. \`undo-change\` undoes the whole act where \`change\` is the
number of one, else one change; \`extent\` says which (\`act\` or \`change\`). \`find-link\` changes nothing: it answers the item of a link, or
204 where there is none, and keeps the link out of the logs that queries stand in. An item is snoozed until a time
in the future, ten years ahead at most. A member or parameter that is not named here is refused with 422. Titles, notes, reasons
and tags are saved without invisible characters (zero-width, bidirectional, tag characters), except where writing needs
one, as in emoji and Persian; control characters are refused.`

/** The syntax and the order of a search. */
export const SEARCH_NOTES = `\`q\` takes ${GRAMMAR}.

- A word of three letters or more also finds words that begin with it, and its other forms in English (\`studying\` finds study and
  studies) and, in a queue with pages in them, in German, French, Spanish, Italian, Dutch, Portuguese and Swedish. Letters count without case and accents. Words in quotes are found as they are written.
- A minus before any of these excludes it. \`OR\`, in capitals, joins the words or the conditions on both sides (\`a b OR c\` is a, and b
  or c); it joins no word with a condition. There are no parentheses.
- \`#web\` is \`tag:web\`; \`#"to do"\` has a space. Dates are days, months or years in UTC. \`under:\` includes its minutes, \`over:\` does not.
- A search that finds too little is extended, except in \`change-items\`:
  1. If no item has all words, each word of five letters or more that no item has is replaced by words of the queue that differ by one
     letter. This happens in every order.
  2. If still no item has all of two words or more, or only one or two items have all of three words or more, items with some of the
     words follow, the closest first, on one page. This happens only in the order \`best\`.
- \`words\`, among the properties, says what was searched instead and what is taken as a plain word although it looks like syntax.
- \`sort\` is \`best\` (in titles first, then in tags, notes and what the page says of itself, then in articles; newest first where that is
  equal), \`newest\` or \`oldest\`. Other orders list only items that have what they go by: \`shortest\` and \`longest\` the length, and, the
  highest or latest first, ${SORT_FIELDS.map((name) => `\`${entryOf(name).sort}\` (by \`${propertyOf(name)}\`)`).join(', ')}, where a progress of 0 is none. Without \`state\` a search is over everything that is not removed, or what \`is:\` names.`

/** The content of an export. */
export const EXPORT_NOTES = `\`GET /queue/export\`, the action \`export-queue\`, answers a file, whatever Accept says: \`json\` and
\`markdown\` (a zip) with articles and highlights, \`highlights\` (CSV) and \`annotations\` (JSON-LD) with highlights, all of which count as
read by the agent; \`html\`, \`csv\` and \`text\` without. Without \`q\`, \`state\`, \`tag\` and
\`site\` it is everything that is not in the trash. The email address, settings, suggestions and history of the account are left out. With
\`since\` it is only what changed from an instant on, or since an earlier export, whose \`Link\` header of the relation \`next\` is the address
to ask next; begin with \`since=0\`. In Markdown each file's name then ends with a part of the item's id, so that a folder can be
filled again and again; \`id\` in its front matter tells what a file is about where a title has changed. What is removed is told by \`/queue/changes\` alone.
One export of an agent runs at a time, and two of one account's agents: 429 otherwise. An export that breaks off is not whole: ask again.`
