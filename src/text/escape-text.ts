/** Escapes a text for markup, between tags and in attributes. */
export function escapeText(text: string): string {
  if (!/[&<>"]/.test(text)) return text
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
