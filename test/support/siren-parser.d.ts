/** The package brings no types of its own. */
declare module 'siren-parser' {
  import type { Entity } from './agent.ts'

  const parser: { default: (body: unknown) => Entity }
  export = parser
}
