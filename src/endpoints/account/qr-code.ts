/** The rows of a QR code that holds a text; true is dark. Of its four levels the second corrects 15 % of damage. */
export async function qrCode(text: string): Promise<boolean[][]> {
  const { default: qrcode } = await import('qrcode-generator')
  const drawn = qrcode(0, 'M')
  drawn.addData(text)
  drawn.make()
  const places = Array.from({ length: drawn.getModuleCount() }, (_, place) => place)
  return places.map((row) => places.map((column) => drawn.isDark(row, column)))
}
