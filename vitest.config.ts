import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

/** Tests with strict time limits, which run one after the other, each in its own process, after all other tests. */
const BY_THE_CLOCK = [
  'packages/companion/test/{hook-*,package}.test.ts',
  'test/attacks/{waiting,memory,timing}.test.ts',
  'test/dashboard/*-speed.test.ts',
]

/** Tests that observe how the core is loaded, or that need their own heap. */
const LOADED_ANEW = ['test/linear/*.test.ts', 'test/large-pass-through.test.ts', 'packages/core/src/fold/state.test.ts']

// Tests start hundreds of processes and threads of the same code. They share its compiled form.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'compiled')

export default defineConfig({
  test: {
    // Real servers and child processes are started in many of these tests; this is the ceiling for a slow, shared machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'all',
          include: [
            'packages/*/src/**/*.test.ts',
            'packages/*/test/**/*.test.ts',
            'bench/**/*.test.ts',
            'test/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, ...LOADED_ANEW, ...BY_THE_CLOCK],
          // Much of the time is spent waiting for child processes, so no core is left out.
          maxWorkers: '100%',
          // Modules are loaded once by each worker: no test replaces one or leaves something in one.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'loaded anew', include: LOADED_ANEW, maxWorkers: '100%' } },
      {
        extends: true,
        test: { name: 'by the clock', include: BY_THE_CLOCK, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
})
