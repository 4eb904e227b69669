import { isAbsolute } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { userPaths } from './user-paths.ts'

afterEach(() => vi.unstubAllEnvs())

it.each(['', 'relative'])('the paths of the user are absolute if HOME is "%s"', (home) => {
  vi.stubEnv('HOME', home)
  const { accountFile, stateDirectory } = userPaths({ HOME: home })
  expect([accountFile, stateDirectory].filter((path) => !isAbsolute(path))).toEqual([])
})
