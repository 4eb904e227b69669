import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The system's Chromium; undefined if none is installed. */
export const CHROMIUM: string | undefined = findChromium()

function findChromium(): string | undefined {
  for (const directory of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of NAMES) {
      const path = join(directory, name)
      if (isExecutable(path)) return path
    }
  }
  return undefined
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Starts Chromium without a window, and without its sandbox, which needs rights that root lacks in a container. */
export function openBrowser(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error('no Chromium is installed: apt-get install chromium')
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}
