import { ENVIRONMENTS, EVERYWHERE } from './media.ts'
import type { Outline } from './outline.ts'
import type { StyleSheet } from './style-sheet.ts'

/** An environment in which a page has to be checked. */
export type UsedEnvironment = {
  /** Whether the page's default colours are light on dark. */
  isDark: boolean
  bit: number
}

/** The environments for a page; a single one if its styles don't depend on them. */
export function chooseEnvironments(
  { colorScheme }: Outline,
  { rules, colorSchemes }: StyleSheet,
): UsedEnvironment[] {
  const scheme = [colorScheme, ...colorSchemes].join(' ')
  const depends =
    scheme.includes('dark') || rules.some(({ media }) => media.sure !== EVERYWHERE && media.sure !== 0)
  return ENVIRONMENTS.slice(0, depends ? undefined : 1).map((environment, at) => ({
    isDark: scheme.includes('dark') && (environment.isDark || !scheme.includes('light')),
    bit: 1 << at,
  }))
}
