import type { Search } from '../../queue/lists/search.ts'
import { queryTextOf } from '../../queue/lists/query-text.ts'
import { MAX_SEARCH_NAME } from '../../queue/saved-searches/saved-search.ts'
import { allMessages } from '../messages/messages.ts'
import { queryGroups } from './query-groups.ts'

const messages = allMessages.searches.suggested

const VALUE = /^(is:|tag:|#|site:)["“”„]?([^"“”„]*)["“”„]?$/iu

/** A name for a search in words, such as “Unread articles tagged design”; what has no place in it follows as on chips. */
export function suggestedName({ filter }: Search): string {
  const groups = queryGroups(queryTextOf(filter) ?? '')
  const named = groups.map(({ kind, text, label }) => {
    const [, name = '', value = ''] = (kind === 'condition' && VALUE.exec(text)) || []
    return { kind, label, name: name.toLowerCase().replace('#', 'tag:'), value }
  })
  const valuesOf = (wanted: string) => named.flatMap(({ name, value }) => (name === wanted ? value : []))
  const state = valuesOf('is:').find((value) => messages.states[value]) ?? ''
  const tags = valuesOf('tag:')
  const sites = valuesOf('site:')
  const words = groups.filter(({ kind }) => kind === 'words').map(({ label }) => label)
  const isPart = ({ kind, name, value }: (typeof named)[number]) =>
    kind === 'words' || name === 'tag:' || name === 'site:' || (name === 'is:' && value === state)
  const others = named.filter((group) => !isPart(group)).map(({ label }) => label)
  const isSentence = state !== '' || tags.length + sites.length > 0
  const begin = isSentence ? [messages.sentence({ state, tags, sites, words })] : words
  return [...begin, ...others].join(' · ').slice(0, MAX_SEARCH_NAME)
}
