const TEXT_ELEMENTS = [
  ...'p div section article header footer main aside address hgroup hr br'.split(' '),
  ...'h2 h3 h4 h5 h6 blockquote figure figcaption pre details summary'.split(' '),
  ...'ul ol li dl dt dd a span wbr q cite code kbd samp var'.split(' '),
  ...'em strong b i u s small mark del ins sub sup abbr dfn time'.split(' '),
  ...'ruby rb rp rt rtc bdi bdo img'.split(' '),
  ...'table caption thead tbody tfoot tr th td'.split(' '),
]

/** Presentation MathML as in MathML Core, without elements that can contain other markup (annotation-xml, maction, mglyph). */
export const MATH_ELEMENTS: string[] = [
  ...'math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror'.split(' '),
  ...'mpadded msub msup msubsup munder mover munderover mmultiscripts'.split(' '),
  ...'mprescripts none mtable mtr mtd menclose'.split(' '),
]

const MATH_ATTRIBUTES = [
  ...'accent accentunder columnspan display displaystyle fence form largeop'.split(' '),
  ...'linethickness lspace mathvariant maxsize minsize movablelimits notation rowspan'.split(' '),
  ...'rspace scriptlevel separator stretchy symmetric width'.split(' '),
]

/** The elements an article may hold when it is shown; all others are removed, and their content stays. */
export const ALLOWED_ELEMENTS: string[] = [...TEXT_ELEMENTS, ...MATH_ELEMENTS]

/** The attributes they may have; all others are removed. */
export const ALLOWED_ATTRIBUTES: Record<string, string[]> = {
  '*': ['dir', 'lang', 'id', 'title'],
  a: ['href', 'rel'],
  img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
  ol: ['start', 'reversed', 'type'],
  li: ['value'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
  time: ['datetime'],
  ins: ['datetime'],
  del: ['datetime'],
  details: ['open'],
  ...Object.fromEntries(MATH_ELEMENTS.map((element) => [element, MATH_ATTRIBUTES])),
  math: [...MATH_ATTRIBUTES, 'alttext'],
}

/** The only classes: the language of code. */
export const ALLOWED_CLASSES: Record<string, RegExp[]> = {
  pre: [/^language-[\w+#.-]{1,40}$/],
  code: [/^language-[\w+#.-]{1,40}$/],
}

const NUMBER = /^\d{1,3}$/
const FLAG = /^(?:true|false)$/
const WORD = /^[a-z-]{1,30}$/
/** Not negative, and at most two digits, so that a formula doesn't cover other content. */
const LENGTH = /^\d{0,2}(?:\.\d{1,9})?(?:em|ex|px|%)?$/

/** What the values of some attributes must match. */
export const ATTRIBUTE_VALUES: Record<string, RegExp> = {
  dir: /^(?:ltr|rtl|auto)$/i,
  lang: /^[a-z\d-]{1,35}$/i,
  start: /^-?\d{1,9}$/,
  value: /^-?\d{1,9}$/,
  type: /^[1aAiI]$/,
  colspan: NUMBER,
  rowspan: NUMBER,
  columnspan: NUMBER,
  scope: /^(?:row|col|rowgroup|colgroup)$/i,
  datetime: /^[\w:.+ -]{1,40}$/,
  ...Object.fromEntries(
    'accent accentunder displaystyle fence largeop movablelimits separator'
      .split(' ')
      .map((name) => [name, FLAG]),
  ),
  stretchy: FLAG,
  symmetric: FLAG,
  display: WORD,
  form: WORD,
  mathvariant: WORD,
  notation: WORD,
  scriptlevel: /^[0-2]$/,
  linethickness: LENGTH,
  lspace: LENGTH,
  rspace: LENGTH,
  maxsize: LENGTH,
  minsize: LENGTH,
  width: /^\d{1,5}$|^\d{0,2}(?:\.\d{1,9})?(?:em|ex)$/,
}

/**
 * Elements that are removed with their content: it is not text for a reader, or browsers parse it differently from the
 * parser here, which makes mutation XSS possible.
 */
export const DROPPED_ELEMENTS: string[] = [
  ...'script style noscript template head title textarea select option optgroup'.split(' '),
  ...'button datalist xmp plaintext iframe noembed noframes frameset fencedframe'.split(' '),
  ...'object applet embed video audio canvas map svg annotation annotation-xml'.split(' '),
  ...'maction mphantom mglyph malignmark dialog portal'.split(' '),
]
