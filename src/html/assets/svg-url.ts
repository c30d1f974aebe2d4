/** An image as a data URL. Only the characters that would end it are escaped, which keeps it short and compressible. */
export function svgUrl(svg: string): string {
  const escaped = svg
    .trim()
    .replaceAll('"', "'")
    .replaceAll('<', '%3C')
    .replaceAll('>', '%3E')
    .replaceAll('#', '%23')
  return `data:image/svg+xml,${escaped}`
}
