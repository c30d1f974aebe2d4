import { type Suggestion, suggestedWords } from '../queue/suggestions/suggestion.ts'
import type { Entity } from './entity.ts'

/** The answer to a change that has become a suggestion. It has no address of its own, so it has no `self` link. */
export function suggestionEntity(suggestion: Suggestion, baseUrl: string): Entity {
  const { id, action, changes } = suggestion
  return {
    class: ['suggestion'],
    title: 'Suggested',
    properties: { id, suggested: true, action, changes: changes.length, words: suggestedWords(suggestion) },
    entities: [],
    links: [
      { rel: ['collection'], href: `${baseUrl}/queue` },
      { rel: ['profile'], href: `${baseUrl}/profiles/queue`, type: 'text/markdown' },
    ],
    actions: [],
  }
}
