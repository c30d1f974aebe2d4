import {
  type Field,
  type FieldKind,
  type Fields,
  MAX_IDS,
  MAX_LINKS,
  MAX_OBJECTS,
} from '../../src/queue/input/field.ts'
import { MAX_TAG_LENGTH, MAX_TAGS } from '../../src/queue/model/tag.ts'
import { MAX_URL_LENGTH } from '../../src/queue/model/url.ts'
import { table } from './markdown.ts'

const upTo = ({ maxLength }: Field) =>
  maxLength === undefined ? '' : `, up to ${maxLength.toLocaleString('en')} characters`

/** What each kind of field takes, with its bounds. */
const TYPES: Record<FieldKind, (field: Field) => string> = {
  url: () => `http or https address, up to ${MAX_URL_LENGTH.toLocaleString('en')} characters`,
  line: (field) => `text on one line${upTo(field)}`,
  text: (field) => `text${upTo(field)}`,
  tag: () => `tag: up to ${MAX_TAG_LENGTH} characters, no comma`,
  tags: () => `list of up to ${MAX_TAGS} tags, or one text with commas between them`,
  ids: () => `list of 1 to ${MAX_IDS} ids or addresses, or one text with spaces or commas between them`,
  links: () => `list of 1 to ${MAX_LINKS} addresses or objects, or one text with an address on each line`,
  choice: ({ choices = [] }) => choices.map((choice) => `\`${choice}\``).join(', '),
  choices: ({ choices = [] }) => `one or a list of ${choices.map((choice) => `\`${choice}\``).join(', ')}`,
  flag: () => '`true` or `false`',
  objects: ({ max = MAX_OBJECTS }) => `list of up to ${max.toLocaleString('en')} objects`,
  count: ({ max }) => (max === undefined ? 'whole number from 1' : `whole number from 1 to ${max}`),
  fraction: () => 'number from 0 to 1',
  instant: () => 'day (`2026-12-24`, midnight in UTC) or RFC 3339 instant',
  markup: ({ maxLength = 0 }) => `text, up to ${maxLength / 1_000_000} MB`,
}

/** The fields of an action or of a query, a row each. */
export function fieldTable(fields: Fields): string {
  const rows = Object.entries(fields).map(([name, field]) => [
    field.required ? `\`${name}\` (required)` : `\`${name}\``,
    TYPES[field.kind](field),
    `${field.hint ?? field.title}${field.clears ? '; an empty text clears it' : ''}`,
  ])
  return table(['field', 'takes', 'meaning'], rows)
}
