import { allMessages } from '../messages/messages.ts'

const messages = allMessages.queue.filtered

const NAMED = /^(\p{L}+(?:-\p{L}+)?):["“”„]?([^"“”„]*)["“”„]?$/u

/** What a condition of a search reads like on a chip; one of which there is nothing better to say is shown as written. */
export function conditionLabel(condition: string): string {
  if (!condition.startsWith('-')) return labelOf(condition) ?? condition
  const label = labelOf(condition.slice(1))
  return label === undefined ? condition : messages.not(label)
}

function labelOf(condition: string): string | undefined {
  if (condition.toLowerCase() === 'untagged') return messages.states.untagged
  const [, name = '', value = ''] = NAMED.exec(condition) ?? []
  const minutes = /^(\d{1,5})m?$/.exec(value)?.[1]
  switch (name.toLowerCase()) {
    case 'is':
      return stateLabel(value.toLowerCase())
    case 'tag':
      return `#${value}`
    case 'site':
      return value
    case 'by':
      return messages.savedBy(value)
    case 'has':
      return messages.withNote
    case 'under':
      return minutes && allMessages.queue.search.underMinutes(Number(minutes))
    case 'over':
      return minutes && messages.overMinutes(Number(minutes))
    default:
      return undefined
  }
}

function stateLabel(state: string): string | undefined {
  const { states } = messages
  return Object.hasOwn(states, state) ? states[state as keyof typeof states] : undefined
}
