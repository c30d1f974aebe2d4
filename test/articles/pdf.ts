type PdfOptions = { info?: string; trailer?: string; objects?: string[] }

/** Writes a PDF with a page for each list of lines; a line is its height above the foot, its words, where it begins (72), and how high its letters are (12). */
export function makePdf(
  pages: [top: number, words: string, left?: number, size?: number][][],
  options: PdfOptions = {},
): Buffer {
  const { info = '', trailer = '', objects: others = [] } = options
  const font = 3 + 2 * pages.length
  const kids = pages.map((_, index) => `${3 + 2 * index} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    ...pages.flatMap((lines, index) => {
      const text = lines
        .map(([top, words, left = 72, size = 12]) => `BT /F1 ${size} Tf ${left} ${top} Td (${words}) Tj ET`)
        .join('\n')
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${4 + 2 * index} 0 R /Resources << /Font << /F1 ${font} 0 R >> >> >>`,
        `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
      ]
    }),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< ${info} >>`,
    ...others,
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `trailer\n<< /Size ${size} /Root 1 0 R /Info ${font + 1} 0 R ${trailer} >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(`${file}xref\n0 ${size}\n0000000000 65535 f \n${table}${end}`, 'latin1')
}
