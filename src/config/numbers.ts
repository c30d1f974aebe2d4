/** A larger number is taken for a mistake; 0 means no limit where that is possible. */
const MAX_COUNT = 100_000

/** Reads a whole number from `min` up to `max`; adds a mistake if it is not one. */
export function readCount(
  name: string,
  value: string,
  { min, max = MAX_COUNT, mistakes }: { min: number; max?: number | undefined; mistakes: string[] },
): number {
  if (/^\d{1,12}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value)
  mistakes.push(`${name} is "${value}"; it takes a whole number from ${min} to ${max}.`)
  return min
}

const MAX_PROXIES = 10
/** Words accepted for one proxy or none. */
const PROXY_WORDS = new Map([
  ...['true', 'on', 'yes'].map((word) => [word, '1'] as const),
  ...['false', 'off', 'no'].map((word) => [word, '0'] as const),
])

/** Reads the number of proxies in front; adds a mistake if it is not one. */
export function readProxyCount(name: string, value: string, mistakes: string[]): number {
  return readCount(name, PROXY_WORDS.get(value.toLowerCase()) ?? value, {
    min: 0,
    max: MAX_PROXIES,
    mistakes,
  })
}

const UNITS: Record<string, number> = { '': 1, B: 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 }
const SIZE = /^(\d{1,15}(?:\.\d{1,3})?) ?([KMGT]?)(i?)(B?)$/i
const BINARY = 1.024

/** Reads a number of bytes: `5GB`, `1.5 TB`, `512MiB`, or plain bytes; adds a mistake if it is not one. */
export function readSize(name: string, value: string, mistakes: string[]): number {
  const [, number = '', letter = '', binary = '', ending = ''] = SIZE.exec(value) ?? []
  const prefix = letter.toUpperCase()
  const unit = UNITS[prefix + (prefix ? 'B' : ending.toUpperCase())] ?? 1
  const power = 'KMGT'.indexOf(prefix) + 1
  const size = Math.round(Number(number) * unit * (binary ? BINARY ** power : 1))
  if (number !== '' && !(binary && !prefix) && Number.isSafeInteger(size)) return size
  mistakes.push(`${name} is "${value}"; it takes a size such as 5GB, 500MB or 1000000.`)
  return 0
}
