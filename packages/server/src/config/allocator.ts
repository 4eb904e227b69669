/**
 * Settings of the C library's allocator on Linux. By default it keeps a heap for each thread, and freed blocks of up to
 * 32 MB inside them: after a few hundred large bodies half a gigabyte would stay with the process. With these, blocks
 * from 1 MB on go back to the system when they are freed.
 */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(1024 * 1024) } as const

/**
 * Replaces the process by itself with the allocator's settings, which count only from the start of a process: same id,
 * same arguments. Does nothing where they are set, or where a process cannot be replaced.
 */
export function applyAllocatorSettings(): void {
  const { env, platform, execPath, execArgv, argv } = process
  if (platform !== 'linux' || env.MALLOC_ARENA_MAX !== undefined || process.execve === undefined) return
  process.execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, ...ALLOCATOR })
}
