/** The rows of a QR code that holds a text; true is dark. Of its four levels the second corrects 15 % of damage. */
export async function qrCode(text: string): Promise<boolean[][]> {
  const { default: qrcode } = await import('qrcode-generator')
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const indexes = Array.from({ length: code.getModuleCount() }, (_, place) => place)
  return indexes.map((row) => indexes.map((column) => code.isDark(row, column)))
}
