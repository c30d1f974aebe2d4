import { MAX_TITLE_LENGTH } from '../model/item.ts'
import type { Link } from '../model/url.ts'

/** One input of an action, as rendered in all interfaces. */
export type Field = {
  kind: FieldKind
  title: string
  /** A sentence for agents, if the title is not enough. */
  hint?: string
  required?: true
  /** Characters of each text and of all objects together, bytes of markup. */
  maxLength?: number
  /** For `choice` and `choices`: the allowed values, default first. */
  choices?: readonly string[]
  /** For `count`: the largest; the smallest is 1. For `objects`: how many. */
  max?: number
  /** An empty text counts as a value, which clears the field, and not as omitted. */
  clears?: true
  /** For `instant`: a number of days such as `7d` is so many days ahead, not ago. */
  isAhead?: true
  /** Left out of the forms of pages, because only a program can use it. */
  isApiOnly?: true
}
export type FieldKind = keyof Values
export type Fields = Record<string, Field>

/** What each kind becomes once parsed. */
type Values = {
  /** One link, as url. */
  url: Link
  /** Text on one line. */
  line: string
  /** Text with line breaks. */
  text: string
  tag: string
  /** A list of texts, or one text separated by commas. */
  tags: string[]
  /** A list of ids or addresses, or one text with spaces or commas between them. */
  ids: string[]
  /** A list of links with what belongs to them, or one text with a link on each line. */
  links: LinkInput[]
  choice: string
  /** One choice, or a list of several; each also with underscores for its hyphens. */
  choices: string[]
  flag: boolean
  /** A list of objects, whose members the action itself parses. */
  objects: RawInput[]
  count: number
  /** From 0 to 1, to four decimals. */
  fraction: number
  /** Milliseconds since 1970. */
  instant: number
  /** A whole document of markup, whatever is in it. */
  markup: string
}

export type LinkInput = {
  url: Link
  title?: string | undefined
  tags?: string[] | undefined
  note?: string | undefined
  reason?: string | undefined
  /** The page as the person's browser shows it. */
  html?: string | undefined
  /** Whether an item that is there already keeps its place and state. */
  keep?: boolean | undefined
}

export type Input<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { required: true }
    ? Values[F[Name]['kind']]
    : Values[F[Name]['kind']] | undefined
}

/** Unparsed input: JSON members or form fields by name. */
export type RawInput = Record<string, unknown>

/** The links of one `links` field. */
export const MAX_LINKS = 100

/** The ids or addresses of one `ids` field. */
export const MAX_IDS = 1000
export const MAX_ID_LENGTH = 100
/** The objects of one `objects` field. */
export const MAX_OBJECTS = 200

/** What belongs to a link when it is saved; also each member of a `links` field. */
export const LINK_FIELDS = {
  url: { kind: 'url', title: 'Link', required: true },
  title: { kind: 'line', title: 'Title', maxLength: MAX_TITLE_LENGTH },
  tags: { kind: 'tags', title: 'Tags, separated by commas', hint: 'Tags to put on the item' },
  note: { kind: 'text', title: 'Note', maxLength: 5000 },
  reason: {
    kind: 'line',
    title: 'Why it is saved',
    hint: 'Why you save it, in a sentence that the person reads',
    maxLength: 500,
  },
  keep: { kind: 'flag', title: 'Leave a saved one', isApiOnly: true },
} as const satisfies Fields
