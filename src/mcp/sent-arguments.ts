import type { Failure } from '../failure.ts'
import type { RawInput } from '../queue/input/field.ts'
import { shorten } from '../text/shorten.ts'

const MAX_TEXT = 60
const MAX_ENTRIES = 3
const MAX_LENGTH = 300

/** What came of the arguments that a failure points at, or else of all of them, shortened. */
export function sentArguments({ extras }: Failure, input: RawInput): string {
  const wrong = (extras.mistakes ?? [])
    .slice(0, MAX_ENTRIES)
    .flatMap(({ pointer }) => valueAt(input, pointer))
  const shown = wrong.length > 0 ? Object.fromEntries(wrong) : input
  const text = JSON.stringify(shown, (_, value: unknown) => {
    if (typeof value === 'string') return shorten(value, MAX_TEXT)
    return Array.isArray(value) && value.length > MAX_ENTRIES
      ? [...(value.slice(0, MAX_ENTRIES) as unknown[]), '…']
      : value
  })
  return shorten(text, MAX_LENGTH)
}

/** What a JSON pointer leads to, as far as the first entry of a list, under a name such as `links[47]`. */
function valueAt(input: RawInput, pointer: string): [name: string, value: unknown][] {
  const [, name = '', index] = pointer.split('/')
  if (!Object.hasOwn(input, name)) return []
  const value = input[name]
  const isEntry = Array.isArray(value) && index !== undefined && Number(index) < value.length
  return [isEntry ? [`${name}[${index}]`, value[Number(index)] as unknown] : [name, value]]
}
