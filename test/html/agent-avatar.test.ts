import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentAvatar } from '../../src/html/parts/agent-avatar.ts'

const initialsOf = (name: string | null) => />([^<]*)</.exec(String(agentAvatar(name)))![1]
const tintOf = (name: string) => /data-tint="(\d)"/.exec(String(agentAvatar(name)))![1]

test('an agent has two letters, the initials of its first two words, or two of its only word', () => {
  const initials = ['Claude', 'ChatGPT', 'Claude Code', 'VS Code', 'my_agent', 'x', '小助手', '<b>', ''].map(
    initialsOf,
  )
  assert.deepEqual(initials, ['Cl', 'CG', 'CC', 'VC', 'MA', 'X', '小助', 'B', 'UA'])
})

test('common agents also have different colours, which are derived from the name', () => {
  const tints = ['Claude', 'ChatGPT', 'Claude Code', 'Cursor', 'Codex'].map(tintOf)
  assert.equal(new Set(tints).size, 5)
  assert.equal(tintOf('claude'), tintOf('Claude'))
})
