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
  const minutes = minutesIn(value)
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
      return messages.with[value.toLowerCase()]
    case 'under':
      return minutes > 0 ? allMessages.queue.search.underMinutes(minutes) : undefined
    case 'over':
      return minutes > 0 ? messages.overMinutes(minutes) : undefined
    default:
      return undefined
  }
}

/** Of `90`, `15m` or `1h30`. */
function minutesIn(value: string): number {
  const [, hours, minutes] = /^(?:(\d{1,3})h)?(?:(\d{1,4})m?)?$/i.exec(value) ?? []
  return Number(hours ?? 0) * 60 + Number(minutes ?? 0)
}

function stateLabel(state: string): string | undefined {
  const { states } = messages
  return Object.hasOwn(states, state) ? states[state as keyof typeof states] : undefined
}
