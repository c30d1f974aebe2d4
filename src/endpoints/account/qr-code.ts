/** The rows of a QR code that holds a text; true is dark. Of its four levels the second corrects 15 % of damage. */
export async function qrCode(text: string): Promise<boolean[][]> {
  const { default: qrcode } = await import('qrcode-generator')
  const rendered = qrcode(0, 'M')
  rendered.addData(text)
  rendered.make()
  const places = Array.from({ length: rendered.getModuleCount() }, (_, place) => place)
  return places.map((row) => places.map((column) => rendered.isDark(row, column)))
}
