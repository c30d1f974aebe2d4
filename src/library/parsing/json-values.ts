import { JSONParser, TokenType } from '@streamparser/json'
import { Failure } from '../../failure.ts'

/** A JSON object whose structure is not validated yet. */
export type JsonRecord = Record<string, unknown>

/** More than an entry with its archived page takes. */
const MAX_VALUE_CHARACTERS = 32 * 1024 * 1024
/** The largest file that is parsed at once, which blocks all requests. */
const MAX_WHOLE_CHARACTERS = 16 * 1024 * 1024
/** No format nests deeper; each level takes memory. */
const MAX_DEPTH = 200
/** The most parts of one value; no item has nearly as many older copies. */
const MAX_PARTS = 1000
/** Enough for a collection of many links, which is one entry. */
const MAX_TOKENS = 2_000_000

/**
 * The values at a path of a JSON file, such as `$.*` or `$.bookmarks.*`, one by one, so that the file is never in
 * memory as a whole. Large values before them must be listed in `passed`, so that they are skipped. A truncated file
 * yields the values before its end, then throws `invalid_input`.
 */
export async function* jsonValues(
  text: AsyncIterable<string>,
  path: string,
  ...passed: string[]
): AsyncGenerator<unknown> {
  for await (const { value } of jsonParts(text, { path, passed })) yield value
}

/**
 * Like `jsonValues`, but values at the path `parts`, which is inside the other path, are yielded separately, before
 * the value that contained them.
 */
export async function* jsonParts(
  text: AsyncIterable<string>,
  { path, parts, passed }: { path: string; parts?: string; passed: string[] },
): AsyncGenerator<{ value: unknown; isPart: boolean }> {
  const found: { value: unknown; isPart: boolean }[] = []
  let sinceValue = 0
  let partsOfValue = 0
  const names = path.split('.')
  const paths = [path, ...(parts === undefined ? [] : [parts]), ...passed]
  const parser = new JSONParser({ paths, keepStack: false })
  const bounds = boundTokens(parser)
  parser.onValue = ({ value, key, parent, stack }) => {
    sinceValue = 0
    bounds.tokens = 0
    if (paths.length > 1 && stack[1]?.key !== names[1]) return
    const isPart = stack.length >= names.length
    partsOfValue = isPart ? partsOfValue + 1 : 0
    if (partsOfValue > MAX_PARTS) throw tooMany()
    if (isPart && Array.isArray(parent)) parent.length -= 1
    else if (isPart && isRecord(parent)) delete parent[key!]
    found.push({ value, isPart })
  }
  for await (const chunk of text) {
    sinceValue += chunk.length
    write(parser, chunk)
    if (sinceValue > MAX_VALUE_CHARACTERS)
      throw new Failure(
        'too_large',
        'The file breaks off, or has an entry of more than 32 MB. Remove it and upload the file again.',
      )
    yield* found.splice(0)
  }
  if (!parser.isEnded) throw broken()
}

/** Limits the nesting of the file, and the tokens of one entry, since each takes more memory than its characters. */
function boundTokens(parser: JSONParser): { tokens: number } {
  const bounds = { tokens: 0 }
  let depth = 0
  parser.onToken = ({ token }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1
    if (depth > MAX_DEPTH) throw new Failure('invalid_input', 'The file nests too deeply.')
    bounds.tokens += 1
    if (bounds.tokens > MAX_TOKENS) throw tooMany()
  }
  return bounds
}

function write(parser: JSONParser, chunk: string): void {
  try {
    parser.write(chunk)
  } catch (cause) {
    throw cause instanceof Failure ? cause : broken(cause)
  }
}

/** Parses a small JSON file as a whole. Throws `too_large` and `invalid_input`. */
export async function wholeJson(text: AsyncIterable<string>): Promise<unknown> {
  let whole = ''
  for await (const chunk of text) {
    whole += chunk
    if (whole.length > MAX_WHOLE_CHARACTERS)
      throw new Failure(
        'too_large',
        'Files of this kind may have up to 16 MB. Export fewer bookmarks, or as an HTML file.',
      )
  }
  try {
    return JSON.parse(whole)
  } catch (cause) {
    throw broken(cause)
  }
}

function tooMany(): Failure {
  return new Failure(
    'too_large',
    'An entry of the file has too many values. Remove it and upload the file again.',
  )
}

function broken(cause?: unknown): Failure {
  return new Failure('invalid_input', 'The file breaks off, or is not valid JSON.', { cause })
}

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function recordsOf(value: unknown): JsonRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
