import { catalogue } from '../../queue/actions/catalogue.ts'
import type { Action } from '../../queue/actions/action.ts'
import { FIND_FIELDS } from '../../queue/lists/find-link.ts'
import { SEARCH_FIELDS } from '../../queue/lists/search.ts'
import { problemKinds } from '../../siren/problem.ts'
import { EXPORT_FIELDS } from '../../library/export/export-input.ts'
import { ACTION_NOTES, entityClasses, EXPORT_NOTES, SEARCH_NOTES } from './entities-md.ts'

/** What the classes, members and actions of the queue's Siren entities mean. */
export function profileMd(baseUrl: string): string {
  return `# The queue's entities

Media type: \`application/vnd.siren+json\`. Instants are RFC 3339 in UTC; a state that does not hold is null.

${entityClasses(baseUrl)}

## Actions

Bodies may be JSON or a form. Repeating what is so already succeeds and changes nothing; any other
action that an entity does not offer is refused with 409.

| action | on | fields |
| --- | --- | --- |
${catalogue.map(row).join('\n')}
| \`search\` | queue | ${namesOf(SEARCH_FIELDS)} |
| \`export-queue\` | queue | ${namesOf(EXPORT_FIELDS)} |
| \`find-link\` | queue | ${namesOf(FIND_FIELDS)} |

${ACTION_NOTES}

## Search

${SEARCH_NOTES}

## Export

${EXPORT_NOTES}

## Errors

Errors are \`application/problem+json\` (RFC 9457). \`type\` is ${baseUrl}/problems/ and one of these:

${problemKinds.map(({ type, status, title, remedy }) => `- \`${type}\` (${status}): ${title}. ${remedy}`).join('\n')}
`
}

function namesOf(fields: object): string {
  return Object.keys(fields)
    .map((name) => `\`${name}\``)
    .join(', ')
}

function row(action: Action): string {
  const names = Object.entries(action.fields).map(([name, field]) =>
    field.required ? `\`${name}\` (required)` : `\`${name}\``,
  )
  return `| \`${action.name}\` | ${action.scope} | ${names.join(', ') || 'none'} |`
}
