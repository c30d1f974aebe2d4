/** The part of lowlight that we use. Its own types would add those of the DOM to the whole program. */
export type Node =
  { type: 'text'; value: string } | { type: 'element'; properties: { className?: unknown }; children: Node[] }
type Grammars = Record<string, unknown>
export const common: Grammars
export function createLowlight(grammars: Grammars): {
  /** Throws if a grammar fails. */
  highlight(language: string, code: string): { children: Node[] }
  registered(language: string): boolean
}
