const INLINE = 'a|abbr|b|cite|code|del|dfn|em|i|ins|mark|q|s|small|span|strong|sub|sup|u|var'
const BLOCK =
  'address|article|aside|blockquote|caption|dd|details|div|dl|dt|figcaption|figure|footer|h[2-6]|header|hr|li|main|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul'
const BREAKS = String.raw`(?:<br />\s*)+`
const BREAK_BEFORE_END = new RegExp(String.raw`\s*(${BREAKS})(</(?:${INLINE})>)`, 'g')
const BREAK_AFTER_START = new RegExp(
  String.raw`(<(?:b|em|i|strong|u|span|s|del|small|mark|cite)(?: [^>]*)?>)\s*(${BREAKS})`,
  'g',
)
const BREAK_AT_EDGE = new RegExp(
  String.raw`\s*${BREAKS}(?=</?(?:${BLOCK})[ >])|(?<=<(?:${BLOCK})(?: [^>]*)?>)\s*${BREAKS}`,
  'g',
)
const TWICE = /<\/(b|strong|em|i)>(\s*)<\1>/g
/** How deep breaks may lie at the edges of elements in each other. */
const MAX_ROUNDS = 4

/**
 * Lays sanitised markup out so that Markdown can say it: breaks stand between words, not at the edges of elements, and
 * what is emphasised in pieces is emphasised once.
 */
export function tidyMarkup(safeHtml: string): string {
  let html = safeHtml
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = html
    html = html.replace(BREAK_BEFORE_END, '$2$1').replace(BREAK_AFTER_START, '$2$1')
    if (html === before) break
  }
  return html.replace(BREAK_AT_EDGE, '').replace(TWICE, '$2')
}
