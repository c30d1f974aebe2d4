/** What we use of lowlight. Its own types bring those of a browser's document into the whole program. */
export type Node =
  { type: 'text'; value: string } | { type: 'element'; properties: { className?: unknown }; children: Node[] }
type Grammars = Record<string, unknown>
export const common: Grammars
export function createLowlight(grammars: Grammars): {
  /** Throws where a grammar fails. */
  highlight(language: string, code: string): { children: Node[] }
  registered(language: string): boolean
}
