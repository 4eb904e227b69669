import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Much of the time is spent waiting for child processes, so no core is left out.
    maxWorkers: '100%',
    include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'bench/**/*.test.ts', 'test/**/*.test.ts'],
    // Real servers and child processes are started in many of these tests; this is the ceiling for a slow, shared machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
