/**
 * Settings of glibc's allocator. By default it has a heap for each thread and keeps freed blocks of up to 32 MB in it.
 * A process then holds half a gigabyte after a few hundred large bodies. With these settings, freed blocks of 1 MB or
 * more are returned to the system.
 */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(1024 * 1024) } as const

/**
 * Restarts the process in place (`execve`: same process id, same arguments) with the allocator's settings, because they
 * take effect only at the start of a process. Does nothing if they are set, or if the platform is not Linux.
 */
export function applyAllocatorSettings(): void {
  const { env, platform, execPath, execArgv, argv } = process
  if (platform !== 'linux' || env.MALLOC_ARENA_MAX !== undefined || process.execve === undefined) return
  process.execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, ...ALLOCATOR })
}
