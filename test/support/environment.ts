const compiled = process.env['NODE_COMPILE_CACHE']

/** All that a process of the tests is given of the environment: where programs lie, and what of them is compiled already. */
export const ENVIRONMENT: Record<string, string> = {
  PATH: process.env['PATH'] ?? '',
  ...(compiled ? { NODE_COMPILE_CACHE: compiled } : {}),
}
