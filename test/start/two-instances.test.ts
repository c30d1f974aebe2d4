/** The part of the conformance suite in which one request builds on another, each answered by the other instance. */
process.env['TEST_INSTANCES'] = '2'
for (const chapter of ['queue-api', 'revocation']) await import(`../conformance/${chapter}.test.ts`)
