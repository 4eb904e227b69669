import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

export const ROOT: string = resolve(import.meta.dirname, '../..')
const STORE = join(ROOT, 'node_modules/.cache/image')
const BASE_IMAGE = 'localhost/pleat-node'
const IMAGE = 'localhost/pleat'
const PROGRAMS = ['buildah', 'mmdebstrap', 'unshare', 'nsenter']
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
const MAX_MS = 20 * 60_000

/** The parts of the configuration of an image that are read here. */
export interface ImageConfig {
  readonly User: string
  readonly Env: readonly string[]
  readonly Entrypoint: readonly string[]
  readonly Cmd: readonly string[]
  readonly WorkingDir: string
  readonly StopSignal: string
  readonly Volumes: Readonly<Record<string, unknown>>
  readonly Healthcheck: { readonly Test: readonly string[] }
}

/** Returns the reason why images cannot be built here; undefined if they can. */
export function obstacle(): string | undefined {
  if (process.getuid?.() !== 0) return 'Building the image needs root.'
  const missing = PROGRAMS.filter((name) => spawnSync(name, ['--help'], { stdio: 'ignore' }).error)
  return missing.length ? `Missing programs: ${missing.join(', ')}.` : undefined
}

/** Builds a base image from Debian's packages, with this checkout's Node and this machine's npm and certificates. */
export async function buildBase(): Promise<void> {
  mkdirSync(STORE, { recursive: true })
  const system = join(STORE, 'system.tar')
  await run('mmdebstrap', '--variant=minbase', '--include=ca-certificates', 'bookworm', system)
  const container = await buildah('from', 'scratch')
  await buildah('add', container, system, '/')
  await buildah('copy', container, realpathSync(join(ROOT, 'node_modules/node/bin/node')), '/usr/local/bin/node')
  await buildah('copy', container, await npmFolder(), '/usr/local/lib/node_modules/npm')
  await buildah('run', container, '--', 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm')
  if (existsSync(CERTIFICATES)) {
    // Behind a company's proxy, a registry has a certificate whose authority only this machine trusts.
    await buildah('copy', container, CERTIFICATES, CERTIFICATES)
    await buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, container)
  }
  await buildah('commit', container, BASE_IMAGE)
  await buildah('rm', container)
}

export async function hasBase(): Promise<boolean> {
  return await buildah('inspect', '--type', 'image', BASE_IMAGE).then(
    () => true,
    () => false,
  )
}

/** Builds deploy/Dockerfile from this checkout. */
export async function buildImage(): Promise<ImageConfig> {
  const argv = ['--format', 'docker', '--network', 'host', '--build-arg', `NODE_IMAGE=${BASE_IMAGE}`]
  const files = ['-f', join(ROOT, 'deploy/Dockerfile'), '--ignorefile', join(ROOT, 'deploy/Dockerfile.dockerignore')]
  await buildah('build', ...argv, ...files, '-t', IMAGE, ROOT)
  return JSON.parse(await buildah('inspect', '--type', 'image', IMAGE)).Docker.config
}

/** Mounts a container of the image and returns its root directory. */
export async function mountImage(): Promise<{ readonly root: string; remove(): Promise<void> }> {
  const container = await buildah('from', IMAGE)
  return {
    root: await buildah('mount', container),
    remove: async () => {
      await buildah('rm', container)
    },
  }
}

async function npmFolder(): Promise<string> {
  return dirname(dirname(realpathSync((await run('sh', '-c', 'command -v npm')).trim())))
}

async function buildah(command: string, ...argv: readonly string[]): Promise<string> {
  const places = ['--storage-driver', 'vfs', '--root', join(STORE, 'store'), '--runroot', join(STORE, 'run')]
  return (await run('buildah', ...places, command, ...argv)).trim()
}

async function run(program: string, ...argv: string[]): Promise<string> {
  // The default isolation of the builder needs namespaces that many machines do not allow.
  const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' }
  return (await promisify(execFile)(program, argv, { env, timeout: MAX_MS, maxBuffer: 64 * 1024 * 1024 })).stdout
}
