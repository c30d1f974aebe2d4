/** A Markdown table; what stands in a cell may hold Markdown but no line break. */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

export function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}

/** Names as code, with commas between them. */
export function codes(names: string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}
