import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentAvatar } from '../../src/html/parts/agent-avatar.ts'

const lettersOf = (name: string | null) => />([^<]*)</.exec(String(agentAvatar(name)))![1]
const tintOf = (name: string) => /data-tint="(\d)"/.exec(String(agentAvatar(name)))![1]

test('an agent has two letters, of its first two words or of its only one', () => {
  const letters = ['Claude', 'ChatGPT', 'Claude Code', 'VS Code', 'my_agent', 'x', '小助手', '<b>', ''].map(
    lettersOf,
  )
  assert.deepEqual(letters, ['Cl', 'CG', 'CC', 'VC', 'MA', 'X', '小助', 'B', 'UA'])
})

test('agents that people often have together differ by their tint as well, which stays with the name', () => {
  const tints = ['Claude', 'ChatGPT', 'Claude Code', 'Cursor', 'Codex'].map(tintOf)
  assert.equal(new Set(tints).size, 5)
  assert.equal(tintOf('claude'), tintOf('Claude'))
})
