import type { JsonSchema } from '../../src/mcp/schema.ts'
import type { Tool } from '../../src/mcp/tool.ts'
import { exampleOf } from './examples.ts'
import { codes, fence, table } from './markdown.ts'

/** One MCP tool: what it is for, what it takes, a call, and what it answers. */
export function toolSection(tool: Tool): string {
  const { inputSchema, outputSchema } = tool
  const parameters = Object.entries(inputSchema.properties ?? {})
  const rows = parameters.map(([name, schema]) => [
    isRequired(tool, name) ? `\`${name}\` (required)` : `\`${name}\``,
    typeOf(schema),
    schema.description ?? '',
  ])
  return [
    `### \`${tool.name}\``,
    tool.description,
    rows.length > 0 ? table(['argument', 'type', 'meaning'], rows) : 'It takes no arguments.',
    exampleCall(tool),
    `**Answers** ${codes(Object.keys(outputSchema.properties ?? {}))}.`,
  ].join('\n\n')
}

/** A call that works, as the `params` of `tools/call`. */
export function exampleCall(tool: Tool): string {
  return fence('json', JSON.stringify({ name: tool.name, arguments: exampleArguments(tool) }))
}

function exampleArguments(tool: Tool): Record<string, unknown> {
  const names = Object.keys(tool.inputSchema.properties ?? {})
  return exampleOf(Object.fromEntries(names.map((name) => [name, { required: isRequired(tool, name) }])))
}

function isRequired({ inputSchema }: Tool, name: string): boolean {
  return inputSchema.required?.includes(name) === true
}

function typeOf(schema: JsonSchema): string {
  const { type, items, minimum, maximum, enum: choices } = schema
  if (choices) return codes(choices)
  if (type === 'array') return `list of ${items ? typeOf(items) : 'anything'}`
  const bounds = [
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(maximum === undefined ? [] : [`to ${maximum}`]),
  ]
  return [String(type), bounds.join(' ')].filter(Boolean).join(', ')
}
