import { type AttributeSelector, isTraversal, type Selector as Token } from 'css-what'

/** Class names that scripts add to visible elements and remove again. */
const STATE_NAME =
  /(?:^|[-_])(?:active|animated?|current|expanded|focus|hover|in|is|loaded|on|open|opened|ready|revealed?|selected|show|shown|visible)(?:$|[-_])/i
const STATE_ATTRIBUTE =
  /^(?:aria-.+|data-(?:state|open|active|visible|expanded|selected|show)|open|checked|hidden)$/i
/** Pseudo-classes that depend on the structure of the page, not on interaction. */
const LASTING =
  /^(?:is|where|matches|not|has|root|nth-.*|first-.*|last-.*|only-.*|empty|link|any-link|lang|dir|scope|host|defined|enabled)$/

/**
 * Selectors for the elements that a selector may match once classes, attributes and states change: those that already
 * have some classes of its last compound, or, if that requires none, those inside what the rest requires.
 */
export function relax(tokens: Token[]): Token[][] {
  const at = tokens.findLastIndex(isTraversal)
  const subject = tokens.slice(at + 1)
  const before = tokens.slice(0, Math.max(at, 0))
  const names = subject.filter(({ type }) => type === 'tag')
  const attributes = attributesOf(subject)
  const isInState = tokens.some(isState)
  const relaxed: Token[][] = []
  if (attributes.length > 0) relaxed.push([...names, anyOf(attributes)])
  const hangsInOther = attributesOf(before).length > 0
  const isChildInState =
    tokens[at]?.type === 'child' && attributes.length > 0 && attributes.every(isStateAttribute)
  if ((attributes.length === 0 && (hangsInOther || isInState)) || (isChildInState && hangsInOther)) {
    relaxed.push([
      ...relaxAll(before),
      ...(at >= 0 ? [tokens[at]!] : []),
      ...(names.length > 0 ? names : [ANY]),
    ])
  }
  return relaxed
}

const ANY = { type: 'universal', namespace: null } as Token

/** Whether a selector matches only while something is closed, off-screen or not loaded yet. */
export function hasState(tokens: Token[]): boolean {
  return tokens.some((token) => {
    if (token.type === 'attribute')
      return isStateAttribute(token) && token.name !== 'class' && token.name !== 'hidden'
    if (token.type !== 'pseudo' || !Array.isArray(token.data)) return false
    return token.name === 'not'
      ? token.data.some((inner) =>
          inner.some((one) => isState(one) || (one.type === 'attribute' && isStateAttribute(one))),
        )
      : token.data.some(hasState)
  })
}

function relaxAll(tokens: Token[]): Token[] {
  const relaxed: Token[] = []
  let compound: Token[] = []
  for (const token of [...tokens, undefined]) {
    if (token !== undefined && !isTraversal(token)) {
      compound.push(token)
      continue
    }
    const attributes = attributesOf(compound)
    const names = compound.filter(({ type }) => type === 'tag')
    relaxed.push(...names, ...(attributes.length > 0 ? [anyOf(attributes)] : names.length > 0 ? [] : [ANY]))
    if (token) relaxed.push(token)
    compound = []
  }
  return relaxed
}

function anyOf(attributes: AttributeSelector[]): Token {
  return { type: 'pseudo', name: 'is', data: attributes.map((attribute) => [attribute]) } as Token
}

function attributesOf(tokens: Token[]): AttributeSelector[] {
  return tokens.flatMap((token) => {
    if (token.type === 'attribute') return [token]
    const isChoice = token.type === 'pseudo' && /^(?:is|where|matches)$/.test(token.name)
    if (!isChoice || !Array.isArray(token.data)) return []
    return token.data.flatMap((alternative) =>
      attributesOf(alternative.slice(alternative.findLastIndex(isTraversal) + 1)),
    )
  })
}

function isState(token: Token): boolean {
  return token.type === 'pseudo' && !LASTING.test(token.name)
}

function isStateAttribute({ name, value }: AttributeSelector): boolean {
  return name === 'class' ? STATE_NAME.test(value) : STATE_ATTRIBUTE.test(name)
}
