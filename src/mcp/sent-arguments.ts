import type { Failure } from '../failure.ts'
import type { RawInput } from '../queue/input/field.ts'
import { truncate } from '../text/truncate.ts'

const MAX_TEXT = 60
const MAX_ENTRIES = 3
const MAX_LENGTH = 300

/** The arguments a failure complains about, else all, as shortened JSON. */
export function sentArguments({ extras }: Failure, input: RawInput): string {
  const invalidArguments = (extras.errors ?? [])
    .slice(0, MAX_ENTRIES)
    .flatMap(({ pointer }) => valueAt(input, pointer))
  const shown = invalidArguments.length > 0 ? Object.fromEntries(invalidArguments) : input
  const text = JSON.stringify(shown, (_, value: unknown) => {
    if (typeof value === 'string') return truncate(value, MAX_TEXT)
    return Array.isArray(value) && value.length > MAX_ENTRIES
      ? [...(value.slice(0, MAX_ENTRIES) as unknown[]), '…']
      : value
  })
  return truncate(text, MAX_LENGTH)
}

/** The top-level member or list entry that a pointer names; a list entry as `links[47]`. */
function valueAt(input: RawInput, pointer: string): [name: string, value: unknown][] {
  const [, name = '', index] = pointer.split('/')
  if (!Object.hasOwn(input, name)) return []
  const value = input[name]
  const isEntry = Array.isArray(value) && index !== undefined && Number(index) < value.length
  return [isEntry ? [`${name}[${index}]`, value[Number(index)] as unknown] : [name, value]]
}
