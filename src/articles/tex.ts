import { TEX_COMMANDS, TEX_ENVIRONMENTS, TEX_FUNCTIONS } from './tex-commands.ts'

/** A token of TeX: a command, an escaped symbol, a letter or digit, or another character. */
const TOKEN = /\\([a-z]+)|\\(.)|([\p{L}\p{N}])|[^]/giu
/** Arguments of commands that TeX doesn't render: column layouts, colours and lengths. None of them can hide a word. */
const UNRENDERED_ARGUMENT =
  /(\\begin\{(?:array|subarray|alignedat|alignat)\*?\})\s*(?:\[[tcb]\])?\{[lcr|\d ]{1,30}\}|(\\(?:color|textcolor))\s*\{(?:red|green|blue|black|white|gray|grey|orange|purple|brown|cyan|magenta|yellow|#[\da-f]{3,6})\}|(\\[hm]space\*?)\s*\{-?[\d.]+(?:em|ex|pt|mu|cm|mm|px|in)\}|(\\[hm]?(?:kern|skip))\s*-?[\d.]+(?:em|ex|pt|mu|cm|mm|px|in)|(\\\\)\[-?[\d.]+(?:em|ex|pt|mu|cm|mm|px|in)\]/gi
const ENVIRONMENT = /\\(?:begin|end)\s*\{([^{}]*)\}/g
/** Markdown or HTML would read these as more than text: a URL, inline code, a tag, or the end of the formula. */
const MARKUP = /[$`]|:\/\/|www\.|<[/!?]|<\w[^<]*>/i
const MAX_DEPTH = 50
/** Where a source has more commands than this for each rendered character, most of them render nothing. */
const COMMANDS_PER_CHARACTER = 4
const SPARE_COMMANDS = 8

/**
 * Escapes the TeX of a formula so that Markdown and HTML take nothing in it for markup between the dollar signs. Returns
 * undefined if the TeX has an unknown command, or anything else that no formula has.
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
    .replace(/(?<!\\)\\+\s*$/, dropUnpairedBackslash)
    .trim()
}

/** An unpaired backslash at the end would escape the dollar sign that ends the formula. */
function dropUnpairedBackslash(backslashes: string): string {
  return '\\\\'.repeat(Math.floor(backslashes.trimEnd().length / 2))
}

/**
 * Whether the TeX of a formula matches its rendering, so that it hides no text: the letters and digits outside its
 * commands are the rendered ones, in order. Each command may render one letter more, or the name of its function. Takes
 * O(n·m / word size) time for n tokens and m letters.
 */
export function matchesRendering(source: string, rendering: string): boolean {
  if (source.replace(/\s+/g, ' ') === rendering.replace(/\s+/g, ' ').trim()) return true
  const sourceTokens = tokensInMathMlOrder(
    source.replace(UNRENDERED_ARGUMENT, '$1$2$3$4$5 ').replace(ENVIRONMENT, ' '),
  )
  if (sourceTokens === undefined) return false
  const commands = sourceTokens.filter((token) => token.startsWith('\\')).length
  if (commands > COMMANDS_PER_CHARACTER * [...rendering].length + SPARE_COMMANDS) return false
  const letters = foldLetters(rendering)
  if (letters.length > 2 * source.length + SPARE_COMMANDS) return false
  return canMatch(sourceTokens, letters)
}

/** The letters and digits of a text, in lower case and compatibility decomposition (NFKD). */
export function foldLetters(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .toLowerCase()
      .match(/[\p{L}\p{N}]/gu) ?? []
  )
}

/** A bit-parallel (Shift-And) match: bit i of `states` is set if the tokens so far can match the first i letters. */
function canMatch(sourceTokens: string[], letters: string[]): boolean {
  const positionsByLetter = new Map<string, bigint>()
  for (const [index, letter] of letters.entries()) {
    positionsByLetter.set(letter, (positionsByLetter.get(letter) ?? 0n) | (1n << BigInt(index)))
  }
  const advance = (states: bigint, text: string) =>
    foldLetters(text).reduce((bits, letter) => (bits & (positionsByLetter.get(letter) ?? 0n)) << 1n, states)
  const mask = (1n << BigInt(letters.length + 1)) - 1n
  let states = 1n
  for (const token of sourceTokens) {
    const command = /^\\([a-z]+)$/i.exec(token)?.[1]
    if (command === undefined) states = advance(states, token)
    else {
      // A command renders nothing, any one letter, or its name.
      const named = TEX_FUNCTIONS.has(command) ? advance(states, command) : 0n
      states = (states | (states << 1n) | named) & mask
    }
    if (states === 0n) return false
  }
  return states >> BigInt(letters.length) === 1n
}

/** Tokens in MathML order, with the sign before them if they are a subscript or superscript. */
type Part = { tokens: string[]; script?: '_' | '^' }

/** The letters and commands of a source in the order of MathML; undefined if it is nested too deeply for a formula. */
function tokensInMathMlOrder(source: string): string[] | undefined {
  const tokens = source.match(TOKEN) ?? []
  let at = 0

  function skipSpaces(): void {
    while (/^\s+$/.test(tokens[at] ?? '')) at += 1
  }

  function parseArgument(depth: number): string[] | undefined {
    skipSpaces()
    return parsePart(depth)
  }

  /** The next group, or the next token. */
  function parsePart(depth: number): string[] | undefined {
    const token = tokens[at++]
    if (token === undefined) return []
    if (token === '{') return depth > MAX_DEPTH ? undefined : parseGroup('}', depth + 1)
    if (token === '\\sqrt') return parseRoot(depth)
    if (/^\\(?:overset|underset|stackrel)$/.test(token)) {
      const over = parseArgument(depth + 1)
      const base = parseArgument(depth + 1)
      return over && base && [token, ...base, ...over]
    }
    return /^(?:\\[a-z]+|[\p{L}\p{N}])$/iu.test(token) ? [token] : []
  }

  /** In MathML, the degree of a root comes last. */
  function parseRoot(depth: number): string[] | undefined {
    if (depth > MAX_DEPTH) return undefined
    skipSpaces()
    if (tokens[at] !== '[') return ['\\sqrt']
    at += 1
    const degree = parseGroup(']', depth + 1)
    const base = parseArgument(depth + 1)
    return degree && base && ['\\sqrt', ...base, ...degree]
  }

  function parseGroup(end: string | undefined, depth: number): string[] | undefined {
    const parts: Part[] = []
    while (at < tokens.length && tokens[at] !== end) {
      const script = tokens[at] === '_' || tokens[at] === '^' ? tokens[at++] : undefined
      const found = script ? parseArgument(depth + 1) : parsePart(depth)
      if (found === undefined) return undefined
      const previous = parts.at(-1)
      // In MathML, a subscript comes before a superscript.
      if (script === '_' && previous?.script === '^') parts.splice(-1, 0, { tokens: found, script })
      else if (script) parts.push({ tokens: found, script: script as '_' | '^' })
      else if (found.length > 0 || tokens[at - 1]?.trim()) parts.push({ tokens: found })
    }
    at += 1
    return parts.flatMap((part) => part.tokens)
  }

  return parseGroup(undefined, 0)
}
