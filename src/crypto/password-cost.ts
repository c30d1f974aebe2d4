/** What deriving a hash with argon2id costs: memory in KiB, passes, lanes. */
export type PasswordCost = { memory: number; passes: number; parallelism: number }

/** OWASP's minimum for argon2id. */
export const PASSWORD_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }
