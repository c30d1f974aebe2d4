import { Failure } from '../failure.ts'

/** The parameters of an OAuth request; one that came more than once is a list. */
export type Parameters = Record<string, unknown>

/** One parameter; empty counts as left out (RFC 6749 §3.1). Throws `invalid_request` where it is doubled. */
export function optional(parameters: Parameters, name: string): string | undefined {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined
  if (value === undefined || value === '' || value === null) return undefined
  if (Array.isArray(value))
    throw new Failure('invalid_request', `The parameter ${name} comes more than once.`)
  if (typeof value !== 'string')
    throw new Failure('invalid_request', `The parameter ${name} must be a string.`)
  return value
}

/** One parameter that must be there. */
export function required(parameters: Parameters, name: string): string {
  const value = optional(parameters, name)
  if (value === undefined) throw new Failure('invalid_request', `The parameter ${name} is missing.`)
  return value
}

/** Those that may come more than once (RFC 8707 §2). */
export const REPEATABLE: readonly string[] = ['resource']

/** Throws `invalid_request` where any other parameter comes more than once (RFC 6749 §3.1). */
export function refuseDoubled(parameters: Parameters): void {
  for (const name of Object.keys(parameters)) if (!REPEATABLE.includes(name)) optional(parameters, name)
}

/** A parameter that may be repeated. */
export function repeated(parameters: Parameters, name: string): string[] {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined
  return [value].flat().filter((text): text is string => typeof text === 'string' && text !== '')
}
