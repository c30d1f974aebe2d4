import { Failure } from '../failure.ts'

/** The parameters of an OAuth request; one that came more than once is a list. */
export type OAuthParameters = Record<string, unknown>

/** One parameter; empty counts as left out (RFC 6749 §3.1). Throws `invalid_request` where it is doubled. */
export function optionalParameter(parameters: OAuthParameters, name: string): string | undefined {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined
  if (value === undefined || value === '' || value === null) return undefined
  if (Array.isArray(value))
    throw new Failure('invalid_request', `The parameter ${name} comes more than once.`)
  if (typeof value !== 'string')
    throw new Failure('invalid_request', `The parameter ${name} must be a string.`)
  return value
}

/** One parameter that must be there. */
export function requiredParameter(parameters: OAuthParameters, name: string): string {
  const value = optionalParameter(parameters, name)
  if (value === undefined) throw new Failure('invalid_request', `The parameter ${name} is missing.`)
  return value
}

/** Those that may come more than once (RFC 8707 §2). */
export const REPEATABLE_PARAMETERS: readonly string[] = ['resource']

/** Throws `invalid_request` where any other parameter comes more than once (RFC 6749 §3.1). */
export function rejectDuplicates(parameters: OAuthParameters): void {
  for (const name of Object.keys(parameters))
    if (!REPEATABLE_PARAMETERS.includes(name)) optionalParameter(parameters, name)
}

/** A parameter that may be repeated. */
export function parameterList(parameters: OAuthParameters, name: string): string[] {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined
  return [value].flat().filter((text): text is string => typeof text === 'string' && text !== '')
}
