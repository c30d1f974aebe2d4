import { type Failure, invalidField } from '../../failure.ts'

/** A mistake in a query, for whoever wrote it. */
export function queryMistake(detail: string): Failure {
  return invalidField('q', detail)
}
