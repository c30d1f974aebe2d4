import { Failure } from '../failure.ts'

/** The parameters of an OAuth request; a repeated one is a list. */
export type OAuthParameters = Record<string, unknown>

/** A parameter; an empty one counts as omitted (RFC 6749 §3.1). Throws `invalid_request` when repeated. */
export function optionalParameter(parameters: OAuthParameters, name: string): string | undefined {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined
  if (value === undefined || value === '' || value === null) return undefined
  if (Array.isArray(value)) throw new Failure('invalid_request', `Send the parameter ${name} only once.`)
  if (typeof value !== 'string')
    throw new Failure('invalid_request', `The parameter ${name} must be a string.`)
  return value
}

/** A parameter. Throws `invalid_request` when missing or repeated. */
export function requiredParameter(parameters: OAuthParameters, name: string): string {
  const value = optionalParameter(parameters, name)
  if (value === undefined) throw new Failure('invalid_request', `The parameter ${name} is missing.`)
  return value
}

/** RFC 8707 §2. */
export const REPEATABLE_PARAMETERS: readonly string[] = ['resource']

/** Throws `invalid_request` when any other parameter is repeated (RFC 6749 §3.1). */
export function rejectDuplicates(parameters: OAuthParameters): void {
  for (const name of Object.keys(parameters))
    if (!REPEATABLE_PARAMETERS.includes(name)) optionalParameter(parameters, name)
}

/** All values of a repeatable parameter. */
export function parameterList(parameters: OAuthParameters, name: string): string[] {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined
  return [value].flat().filter((text): text is string => typeof text === 'string' && text !== '')
}
