import type { Page } from 'playwright-core'

const [WIDTH, HEIGHT] = [1200, 675]

/** A landscape of layered hills in a hue, as a data URI; the same for the same number. */
export async function drawLandscape(page: Page, hue: number): Promise<string> {
  return page.evaluate<string>(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: ${WIDTH}, height: ${HEIGHT} })
    const context = canvas.getContext('2d')
    let seed = ${hue} * 7919 + 17
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647
    const sky = context.createLinearGradient(0, 0, 0, ${HEIGHT})
    sky.addColorStop(0, 'hsl(${hue} 45% 78%)')
    sky.addColorStop(1, 'hsl(' + (${hue} + 30) + ' 70% 92%)')
    context.fillStyle = sky
    context.fillRect(0, 0, ${WIDTH}, ${HEIGHT})
    context.fillStyle = 'hsl(42 90% 90%)'
    context.beginPath()
    context.arc(300 + random() * 600, 160 + random() * 80, 60 + random() * 30, 0, 7)
    context.fill()
    for (let layer = 0; layer < 5; layer++) {
      const base = 290 + layer * 82
      const [first, second, phase] = [60 + random() * 60, 15 + random() * 25, random() * 7]
      context.fillStyle = 'hsl(' + (${hue} - layer * 5) + ' ' + (30 + layer * 5) + '% ' + (66 - layer * 11) + '%)'
      context.beginPath()
      context.moveTo(0, ${HEIGHT})
      for (let x = 0; x <= ${WIDTH}; x += 8)
        context.lineTo(x, base - first * Math.sin(x / 210 + phase) - second * Math.sin(x / 67 + phase * 3))
      context.lineTo(${WIDTH}, ${HEIGHT})
      context.fill()
    }
    return canvas.toDataURL('image/jpeg', 0.8)
  })()`)
}
