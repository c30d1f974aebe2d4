import { type Declarations, readDeclarations } from './declarations.ts'
import { createBackground } from './background.ts'
import { type Hiding, hidingOf } from './hidden.ts'
import { isFaint, isHiding } from './hiding-style.ts'
import { readStyleSheet } from './style-sheet.ts'

type Attributes = Record<string, string>

/** Says what of a page is seen, as far as its markup and its own style sheets tell; each element is told to it. */
export type PageStyle = {
  open(name: string, attributes: Attributes): Hiding | undefined
  close(): void
}

export function createPageStyle(html: string): PageStyle {
  const sheet = readStyleSheet(html)
  const background = createBackground(sheet.isWhole)
  return {
    open(name, attributes) {
      const ruled = sheet.styleOf(name, attributes)
      const style = new Map([...attributeStyle(name, attributes), ...ruled, ...ownStyle(attributes)])
      const isStyledElsewhere = attributes['class'] !== undefined || attributes['id'] !== undefined
      const isAlike = background.open(style, isStyledElsewhere)
      const hiding = hidingOf(name, attributes)
      if (hiding) return hiding
      if (isAlike) return 'unseen'
      // A rule may be there for a script to take away.
      return isFaint(style) || isHiding(ruled) ? 'faint' : undefined
    },
    close: () => background.close(),
  }
}

const NOTHING: Declarations = new Map()

function ownStyle({ style }: Attributes): Declarations {
  return style === undefined ? NOTHING : readDeclarations(style)
}

/** Colours as pages said them before there were styles. */
function attributeStyle(name: string, { bgcolor, background, color, text }: Attributes): Declarations {
  const style: Declarations = new Map()
  if (bgcolor !== undefined) style.set('background-color', bgcolor.toLowerCase())
  if (background !== undefined) style.set('background', 'url()')
  if (name === 'font' && color !== undefined) style.set('color', color.toLowerCase())
  if (name === 'body' && text !== undefined) style.set('color', text.toLowerCase())
  return style
}
