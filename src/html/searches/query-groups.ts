import { withoutPlainGroups } from '../../queue/search/groups.ts'
import { allMessages } from '../messages/messages.ts'
import { conditionLabel } from './condition-label.ts'

const messages = allMessages.queue.filtered

/** A part of a query: a condition, a phrase in quotes, or a word. */
const PART = /-?(?:[\p{L}-]+:|#)?["“”„][^"“”„]*["“”„]|\S+/gu
const CONDITION = /^-?(?:\p{L}+(?:-\p{L}+)?:(?!\/\/)|#|untagged$)/iu

/** What belongs together in a query: all words, a condition, or alternatives. */
export type QueryGroup = {
  kind: 'words' | 'condition' | 'alternatives'
  /** As it is written. */
  text: string
  /** In words. */
  label: string
  /** The query without it; empty if there is nothing else. */
  rest: string
}

export function queryGroups(query: string): QueryGroup[] {
  const parts = partsOf(query)
  return groupsOf(parts).map((group) => {
    const own = group.map((index) => parts[index]!)
    const isCondition = group.length === 1 && CONDITION.test(own[0]!)
    const hasOr = own.includes('OR')
    return {
      kind: hasOr ? 'alternatives' : isCondition ? 'condition' : 'words',
      text: own.join(' '),
      label: own.map((part) => (hasOr && part === 'OR' ? messages.or : labelOf(part))).join(' '),
      rest: parts.filter((_, index) => !group.includes(index)).join(' '),
    }
  })
}

/** What a query says besides its conditions. */
export function wordsIn(query: string): string {
  return partsOf(query)
    .filter((part) => !CONDITION.test(part))
    .join(' ')
}

/** The places of the parts that belong together, the words first. OR joins the parts beside it. */
function groupsOf(parts: string[]): number[][] {
  const isJoined = (index: number) => parts[index] === 'OR' || parts[index - 1] === 'OR'
  const words: number[] = []
  const others: number[][] = []
  for (let start = 0, end = 0; start < parts.length; start = end) {
    end = start + 1
    while (end < parts.length && isJoined(end)) end++
    const group = parts.slice(start, end).map((_, place) => start + place)
    if (group.length > 1 || CONDITION.test(parts[start]!)) others.push(group)
    else words.push(start)
  }
  return words.length > 0 ? [words, ...others] : others
}

function labelOf(part: string): string {
  return CONDITION.test(part) ? conditionLabel(part) : part
}

function partsOf(query: string): string[] {
  return withoutPlainGroups(query).match(PART) ?? []
}
