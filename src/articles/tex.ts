import { TEX_COMMANDS, TEX_ENVIRONMENTS, TEX_FUNCTIONS } from './tex-commands.ts'

/** Each part of a source: a command, a symbol with a backslash, a letter or digit, or another character. */
const TOKEN = /\\([a-z]+)|\\(.)|([\p{L}\p{N}])|[^]/giu
/** What is given to a command and not shown: columns, a colour or a length, none of which can be a word of another kind. */
const SETTING =
  /(\\begin\{(?:array|subarray|alignedat|alignat)\*?\})\s*(?:\[[tcb]\])?\{[lcr|\d ]{1,30}\}|(\\(?:color|textcolor))\s*\{(?:red|green|blue|black|white|gray|grey|orange|purple|brown|cyan|magenta|yellow|#[\da-f]{3,6})\}|(\\[hm]space\*?)\s*\{-?[\d.]+(?:em|ex|pt|mu|cm|mm|px|in)\}|(\\[hm]?(?:kern|skip))\s*-?[\d.]+(?:em|ex|pt|mu|cm|mm|px|in)|(\\\\)\[-?[\d.]+(?:em|ex|pt|mu|cm|mm|px|in)\]/gi
const ENVIRONMENT = /\\(?:begin|end)\s*\{([^{}]*)\}/g
/** Read as Markdown or HTML they would be more than text: an address, a code, a tag, or the end of the formula. */
const MARKUP = /[$`]|:\/\/|www\.|<[/!?]|<\w[^<]*>/i
const MAX_DEPTH = 50
/** More commands than this for each character that is shown typeset nothing. */
const COMMANDS_PER_CHARACTER = 4
const SPARE_COMMANDS = 8

/**
 * The TeX of a formula as it may stand between dollar signs in Markdown, where nothing of it is Markdown or HTML;
 * undefined if it has a command that TeX doesn't know, or anything else that no formula has.
 */
export function safeTex(source: string): string | undefined {
  if (MARKUP.test(source)) return undefined
  for (const [, name] of source.matchAll(ENVIRONMENT)) {
    if (!TEX_ENVIRONMENTS.has(name!.replace(/\*$/, ''))) return undefined
  }
  for (const [, command] of source.matchAll(TOKEN)) {
    if (command !== undefined && !TEX_COMMANDS.has(command)) return undefined
  }
  return source
    .replace(/<(?=\p{L})/gu, '\\lt ')
    .replace(/\](?=[([:])/g, '] ')
    .replace(/!(?=\[)/g, '! ')
    .replace(/&(?=#?\w+;)/g, '& ')
    .replace(/ ?\*(?!\}) ?/g, ' * ')
    .replace(/(?<!\\)~/g, '\\ ')
    .replace(/(?<!\\)\\+\s*$/, evenOut)
    .trim()
}

/** A backslash at the end would take the dollar sign that ends the formula. */
function evenOut(backslashes: string): string {
  return '\\\\'.repeat(Math.floor(backslashes.trimEnd().length / 2))
}

/**
 * Whether the TeX of a formula says nothing that is not shown: the letters and digits outside its commands are those
 * shown, in order, with at most one more for each command, or the name of a function. Takes time with the product of
 * both lengths, by whole words of bits.
 */
export function saysWhatIsShown(source: string, shown: string): boolean {
  if (source.replace(/\s+/g, ' ') === shown.replace(/\s+/g, ' ').trim()) return true
  const said = orderOf(source.replace(SETTING, '$1$2$3$4$5 ').replace(ENVIRONMENT, ' '))
  if (said === undefined) return false
  const commands = said.filter((part) => part.startsWith('\\')).length
  if (commands > COMMANDS_PER_CHARACTER * [...shown].length + SPARE_COMMANDS) return false
  const letters = lettersOf(shown)
  if (letters.length > 2 * source.length + SPARE_COMMANDS) return false
  return matches(said, letters)
}

/** The letters and digits of a text without their differences of case and form. */
export function lettersOf(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .toLowerCase()
      .match(/[\p{L}\p{N}]/gu) ?? []
  )
}

/** Holds a bit for each place in the letters up to which what is said can reach. */
function matches(said: string[], letters: string[]): boolean {
  const places = new Map<string, bigint>()
  for (const [index, letter] of letters.entries()) {
    places.set(letter, (places.get(letter) ?? 0n) | (1n << BigInt(index)))
  }
  const follow = (reached: bigint, text: string) =>
    lettersOf(text).reduce((bits, letter) => (bits & (places.get(letter) ?? 0n)) << 1n, reached)
  const all = (1n << BigInt(letters.length + 1)) - 1n
  let reached = 1n
  for (const part of said) {
    const command = /^\\([a-z]+)$/i.exec(part)?.[1]
    if (command === undefined) reached = follow(reached, part)
    else {
      const named = TEX_FUNCTIONS.has(command) ? follow(reached, command) : 0n
      reached = (reached | (reached << 1n) | named) & all
    }
    if (reached === 0n) return false
  }
  return reached >> BigInt(letters.length) === 1n
}

type Part = { said: string[]; script?: '_' | '^' }

/** The letters and commands of a source in the order of MathML; undefined if it is nested more deeply than a formula is. */
function orderOf(source: string): string[] | undefined {
  const tokens = source.match(TOKEN) ?? []
  let at = 0

  function skipSpaces(): void {
    while (/^\s+$/.test(tokens[at] ?? '')) at += 1
  }

  function argument(depth: number): string[] | undefined {
    skipSpaces()
    return part(depth)
  }

  /** The next group, or the next token. */
  function part(depth: number): string[] | undefined {
    const token = tokens[at++]
    if (token === undefined) return []
    if (token === '{') return depth > MAX_DEPTH ? undefined : group('}', depth + 1)
    if (token === '\\sqrt') return root(depth)
    if (/^\\(?:overset|underset|stackrel)$/.test(token)) {
      const over = argument(depth + 1)
      const base = argument(depth + 1)
      return over && base && [token, ...base, ...over]
    }
    return /^(?:\\[a-z]+|[\p{L}\p{N}])$/iu.test(token) ? [token] : []
  }

  /** MathML has the degree of a root last. */
  function root(depth: number): string[] | undefined {
    if (depth > MAX_DEPTH) return undefined
    skipSpaces()
    if (tokens[at] !== '[') return ['\\sqrt']
    at += 1
    const degree = group(']', depth + 1)
    const base = argument(depth + 1)
    return degree && base && ['\\sqrt', ...base, ...degree]
  }

  function group(end: string | undefined, depth: number): string[] | undefined {
    const parts: Part[] = []
    while (at < tokens.length && tokens[at] !== end) {
      const script = tokens[at] === '_' || tokens[at] === '^' ? tokens[at++] : undefined
      const said = script ? argument(depth + 1) : part(depth)
      if (said === undefined) return undefined
      const before = parts.at(-1)
      // MathML has what is below before what is above.
      if (script === '_' && before?.script === '^') parts.splice(-1, 0, { said, script })
      else if (script) parts.push({ said, script: script as '_' | '^' })
      else if (said.length > 0 || tokens[at - 1]?.trim()) parts.push({ said })
    }
    at += 1
    return parts.flatMap(({ said }) => said)
  }

  return group(undefined, 0)
}
