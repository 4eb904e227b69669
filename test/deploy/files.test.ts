import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { SECRET_FILE_NAMES } from '../../packages/server/src/config/secret-files.ts'
import { TELEMETRY_SETTINGS } from '../../packages/server/src/config/telemetry-settings.ts'
import { SECRET_SETTINGS, SETTINGS } from '../../packages/server/src/config/variables.ts'

const DEPLOY = join(import.meta.dirname, '../../deploy')
const read = (path: string) => readFileSync(join(DEPLOY, path), 'utf8')
const paths = readdirSync(DEPLOY, { recursive: true, encoding: 'utf8' }).sort()
const yamlPaths = paths.filter((path) => /\.ya?ml$/.test(path))

// biome-ignore lint/suspicious/noExplicitAny: manifests of many kinds
type Manifest = any

function documentsOf(path: string): Manifest[] {
  return parseAllDocuments(read(path)).map((document) => {
    expect([path, document.errors, document.warnings]).toEqual([path, [], []])
    return document.toJS()
  })
}

const manifests = () => yamlPaths.filter((path) => path.startsWith('kubernetes/')).flatMap((path) => documentsOf(path))
const kind = (name: string): Manifest => manifests().find((manifest) => manifest.kind === name)
/** Seconds that a server with these variables needs at most to stop. */
const drainSeconds = (variables: Readonly<Record<string, string>>) =>
  Number(variables.PLEAT_DRAIN_DELAY_SECONDS ?? 0) + Number(variables.PLEAT_DRAIN_SECONDS ?? 600)

describe('files for deployment', () => {
  test('are valid YAML', () => {
    expect(yamlPaths.length).toBeGreaterThan(10)
    for (const path of yamlPaths) expect(documentsOf(path).every((document) => typeof document === 'object')).toBe(true)
  })

  test('name only variables that the server reads', () => {
    const known = [...Object.keys({ ...SETTINGS, ...SECRET_SETTINGS, ...TELEMETRY_SETTINGS }), ...SECRET_FILE_NAMES]
    const texts = paths.filter((path) => /\.(?:ya?ml|service)$|Dockerfile$/.test(path)).map(read)
    const named = texts.flatMap((text) => text.match(/\b(?:PLEAT|OPENAI|ANTHROPIC|OTEL)_[A-Z_]+/g) ?? [])
    expect(named.length).toBeGreaterThan(20)
    expect([...new Set(named)].filter((name) => !known.includes(name))).toEqual([])
  })
})

describe('the container image', () => {
  const lines = read('Dockerfile').split('\n')
  const last = (instruction: string) => lines.findLast((line) => line.startsWith(`${instruction} `))

  test('runs node as process 1, as a numeric user other than root', () => {
    expect(last('ENTRYPOINT')).toBe('ENTRYPOINT ["node", "/app/packages/server/dist/main.js"]')
    expect(last('USER')).toMatch(/^USER [1-9]\d+:[1-9]\d+$/)
  })

  test('checks its health without another program', () => {
    expect(read('Dockerfile')).toMatch(/HEALTHCHECK [^\n]+\\\n {2}CMD \["node", "-e", "[^"]*\/livez[^"]*"\]/)
  })

  test('copies only files that exist', () => {
    const sources = lines
      .filter((line) => /^COPY (?!--from|\. )/.test(line))
      .flatMap((line) => line.split(' ').slice(1, -1))
    expect(sources).toContain('package-lock.json')
    for (const source of sources) expect(() => readFileSync(join(DEPLOY, '..', source))).not.toThrow()
  })
})

describe('compose.yaml', () => {
  const [compose] = documentsOf('compose.yaml')

  test('runs two nodes without privileges, with time to drain', () => {
    for (const name of ['pleat-1', 'pleat-2']) {
      const service = compose.services[name]
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
      expect(Number.parseInt(service.stop_grace_period, 10) * 60).toBeGreaterThan(drainSeconds(service.environment))
      expect(service.environment.PLEAT_NODES).toBe('2')
    }
  })

  test('defines every secret and service that it uses', () => {
    const services: Manifest[] = Object.values(compose.services)
    const secrets = services.flatMap((service) => service.secrets ?? [])
    const needed = services.flatMap(({ depends_on: on = [] }) => (Array.isArray(on) ? on : Object.keys(on)))
    expect(secrets).toContain('database-url')
    expect(secrets.filter((name) => !(name in compose.secrets))).toEqual([])
    expect(needed).toEqual(expect.arrayContaining(['pleat-1', 'pleat-2', 'postgres', 'valkey']))
    expect(needed.filter((name) => !(name in compose.services))).toEqual([])
    const values = Object.values(compose.services['pleat-1'].environment as Record<string, string>)
    const files = values.filter((value) => value.startsWith('/run/secrets/'))
    expect(files.map((path) => path.slice('/run/secrets/'.length)).sort()).toEqual(
      [...compose.services['pleat-1'].secrets].sort(),
    )
  })

  test('never evicts the counts in Valkey', () => {
    expect(compose.services.valkey.command).toEqual(expect.arrayContaining(['--maxmemory-policy', 'noeviction']))
  })
})

describe('the manifests for Kubernetes', () => {
  const pod = () => kind('Deployment').spec.template
  const container = () => pod().spec.containers[0]

  test('run a pod without privileges on a read-only root file system', () => {
    expect(pod().spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 })
    expect(container().securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  })

  test('probe paths that do not depend on a provider, and give a pod time to drain', () => {
    expect(container().livenessProbe.httpGet.path).toBe('/livez')
    expect(container().readinessProbe.httpGet.path).toBe('/readyz')
    expect(pod().spec.terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds(kind('ConfigMap').data))
    const readiness = container().readinessProbe
    const delay = Number(kind('ConfigMap').data.PLEAT_DRAIN_DELAY_SECONDS)
    expect(delay).toBeGreaterThanOrEqual(readiness.periodSeconds * readiness.failureThreshold)
  })

  test('select the pods by the label that they have', () => {
    const labels = { 'app.kubernetes.io/name': 'pleat' }
    expect(pod().metadata.labels).toEqual(labels)
    expect(kind('Deployment').spec.selector.matchLabels).toEqual(labels)
    expect(kind('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels)
    expect(kind('NetworkPolicy').spec.podSelector.matchLabels).toEqual(labels)
    const services = manifests().filter((manifest) => manifest.kind === 'Service')
    expect(services.map(({ metadata }) => metadata.name)).toEqual(['pleat', 'pleat-pods'])
    for (const service of services) expect(service.spec.selector).toEqual(labels)
    expect(kind('HorizontalPodAutoscaler').spec.scaleTargetRef).toMatchObject({ kind: 'Deployment', name: 'pleat' })
  })

  test('mount every file of a secret that the settings name, and list every file', () => {
    const { mountPath } = container().volumeMounts.find(({ name }: Manifest) => name === 'secrets')
    const files = Object.entries(kind('ConfigMap').data as Record<string, string>).filter(([name]) =>
      /_FILE$/.test(name),
    )
    const keys = Object.keys(kind('Secret').stringData)
    expect(files.map(([, path]) => path).sort()).toEqual(keys.map((key) => `${mountPath}/${key}`).sort())
    const others = ['kustomization.yaml', 'secret.example.yaml']
    const present = yamlPaths.filter((path) => path.startsWith('kubernetes/')).map((path) => path.slice(11))
    expect([...kind('Kustomization').resources].sort()).toEqual(present.filter((path) => !others.includes(path)))
  })
})

test('the unit for systemd stops the primary process first and gives it time to drain', () => {
  const unit = read('systemd/pleat.service')
  expect(unit).toMatch(/^KillMode=mixed$/m)
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(drainSeconds({}))
  expect(unit).toMatch(/^NoNewPrivileges=yes$/m)
})
