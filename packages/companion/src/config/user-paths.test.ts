import { isAbsolute } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { userPaths } from './user-paths.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

it.each(['', 'relative'])('the paths of the user are absolute if HOME is "%s"', (home) => {
  vi.stubEnv('HOME', home)
  const { accountFile, stateDirectory } = userPaths({ HOME: home })
  expect([accountFile, stateDirectory].filter((path) => !isAbsolute(path))).toEqual([])
})

it('the home folder of Windows is that of the system, as for agents', () => {
  vi.stubEnv('HOME', '/profile')
  expect(userPaths({ HOME: '/git-bash' }).home).toBe('/git-bash')
  vi.stubGlobal('process', { ...process, platform: 'win32' })
  expect(userPaths({ HOME: '/git-bash' }).home).toBe('/profile')
})
