import type { FieldName } from '../../queue/model/fields.ts'
import { NUMBER_FIELDS, parseMinutes } from '../../queue/search/query-operator.ts'
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
  const minutes = parseMinutes(value)
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
      return minutes > 0 ? allMessages.queue.search.upToMinutes(minutes) : undefined
    case 'over':
      return minutes > 0 ? messages.overMinutes(minutes) : undefined
    default:
      return numberLabel(name.toLowerCase(), value)
  }
}

/** `Rating > 3`. */
function numberLabel(name: string, value: string): string | undefined {
  const field = NUMBER_FIELDS.get(name)
  const labels: { [Name in FieldName]?: string } = allMessages.fields.labels
  return field && labels[field] && `${labels[field]} ${value.replace(/^[<>]=?/, '$& ')}`
}

function stateLabel(state: string): string | undefined {
  const { states } = messages
  return Object.hasOwn(states, state) ? states[state as keyof typeof states] : undefined
}
