import assert from 'node:assert/strict'
import { accessSync, constants, readFileSync } from 'node:fs'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const textOf = (path: string) => readFileSync(pathOf(path), 'utf8')

it('The public workflow runs all checks of a change, with read access only', () => {
  const workflow = textOf('.github/workflows/ci.yml')
  assert.match(workflow, /^ +- run: \.ci\/run$/m)
  assert.match(workflow, /^permissions:\n {2}contents: read$/m)
  // With this event a stranger's change would run with the repository's secrets.
  assert.doesNotMatch(workflow, /pull_request_target/)
  assert.match(textOf('.ci/run'), /^npm test$/m)
  accessSync(pathOf('.ci/run'), constants.X_OK)
})

it('The development container has the version of Node that everything runs on', () => {
  const { image, postCreateCommand } = JSON.parse(textOf('.devcontainer/devcontainer.json'))
  assert.equal(image, `node:${process.versions.node.split('.')[0]}`)
  assert.equal(postCreateCommand, 'node setup.mjs --test')
})
