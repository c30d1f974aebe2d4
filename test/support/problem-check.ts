import assert from 'node:assert/strict'
import type { Entity } from './agent.ts'

/** Holds an error of the queue API against RFC 9457 and the service's own promise; gives the problem. */
export async function checkProblem(response: Response, status: number, baseUrl: string): Promise<Entity> {
  const text = await response.text()
  assert.equal(response.status, status, text)
  return checkProblemText(text, { contentType: response.headers.get('content-type'), status }, baseUrl)
}

export function checkProblemText(
  text: string,
  { contentType, status }: { contentType: string | null; status: number },
  baseUrl: string,
): Entity {
  assert.equal(contentType, 'application/problem+json', text)
  const problem = JSON.parse(text) as Entity
  assert.equal(problem.status, status, 'the problem says the status of the answer')
  assert.ok(problem.type.startsWith(`${baseUrl}/problems/`), problem.type)
  assert.ok(problem.title.length > 0, 'a problem has a title')
  assert.ok(problem.detail.length > 0, 'a problem has a detail')
  for (const mistake of problem.errors ?? []) {
    assert.match(mistake.pointer, /^#\//)
    assert.ok(mistake.detail.length > 0)
  }
  assert.doesNotMatch(text, /SELECT|INSERT|UPDATE items|node_modules|at .*\.ts:/, 'nothing from inside')
  return problem
}
