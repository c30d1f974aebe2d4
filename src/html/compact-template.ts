/** Elements at whose edges white space is never shown. */
const BLOCKS =
  'html|head|body|main|header|footer|nav|section|article|div|form|fieldset|dialog|details|summary|button|ul|ol|li|dl|dt|dd|p|h[1-6]|table|thead|tbody|tr|td|th'
const AFTER_START = new RegExp(`(<(?:${BLOCKS})(?:\\s[^<>]*)?>)\\n`, 'g')
const BEFORE_END = new RegExp(`\\n(?=</(?:${BLOCKS})>)`, 'g')
/** Stands for the values, and occurs in no template. */
const VALUE = '\0'

/** The literal parts of a template without the white space that only its layout in the source needs. */
export function compactTemplate(parts: readonly string[]): readonly string[] {
  return parts
    .join(VALUE)
    .replace(/\s*\n\s*/g, '\n')
    .replaceAll('\n>', '>')
    .replace(AFTER_START, '$1')
    .replace(BEFORE_END, '')
    .split(VALUE)
}
