import { appMeta } from './apps/app.ts'
import { ANY_OBJECTS, argumentsOf, objectOf } from './schema.ts'
import { readOnlyTool } from './tool.ts'

/** Tools whose result an app shows; where a client has none, it is the same as text. */
export const showTriageTool = readOnlyTool({
  name: 'show_triage',
  title: 'Show triage',
  description: 'Let the person go through unread items, and what you suggested, in an app.',
  inputSchema: argumentsOf({}),
  outputSchema: objectOf(
    {
      matched: { type: 'integer' },
      items: ANY_OBJECTS,
      suggestions: ANY_OBJECTS,
      decide: { type: 'string' },
    },
    ['items'],
  ),
  _meta: appMeta('triage'),
})

export const showChangesTool = readOnlyTool({
  name: 'show_changes',
  title: 'Show changes',
  description: 'Show the person what agents changed last, to undo it, in an app.',
  inputSchema: argumentsOf({}),
  outputSchema: objectOf({ changes: ANY_OBJECTS }, ['changes']),
  _meta: appMeta('changes'),
})
