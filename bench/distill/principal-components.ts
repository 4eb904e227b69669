/** Rows of `width` numbers, one after the other. */
export interface Matrix {
  readonly width: number
  readonly values: Float64Array
}

/** Directions in which a set of rows varies, the strongest first. */
export interface PrincipalComponents {
  readonly directions: readonly Float64Array[]
  /** Variance of the rows along each direction. */
  readonly variances: readonly number[]
}

const MAX_SWEEPS = 20
const NEGLIGIBLE = 1e-15

/** Moves the rows so that their mean is zero, in place. */
export function centre({ width, values }: Matrix): void {
  const mean = new Float64Array(width)
  const count = values.length / width
  for (let i = 0; i < values.length; i++) mean[i % width]! += values[i]! / count
  for (let i = 0; i < values.length; i++) values[i]! -= mean[i % width]!
}

/** Principal components of centred rows, by Jacobi rotations: slow, short, and the same bits on every machine. */
export function findPrincipalComponents(matrix: Matrix): PrincipalComponents {
  const size = matrix.width
  const remaining = covarianceOf(matrix)
  const vectors = new Float64Array(size * size)
  for (let i = 0; i < size; i++) vectors[i * size + i] = 1
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let rotations = 0
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) if (rotate(remaining, vectors, { p, q, size })) rotations++
    }
    if (rotations === 0) break
  }
  const varianceAt = (i: number): number => remaining[i * size + i]!
  const order = Array.from({ length: size }, (_, i) => i).sort((a, b) => varianceAt(b) - varianceAt(a) || a - b)
  return {
    directions: order.map((i) => vectors.slice(i * size, (i + 1) * size)),
    variances: order.map(varianceAt),
  }
}

/** Each row's coordinates along the first `dimensions` directions. */
export function project(matrix: Matrix, { directions }: PrincipalComponents, dimensions: number): Matrix {
  const count = matrix.values.length / matrix.width
  const values = new Float64Array(count * dimensions)
  for (let row = 0; row < count; row++) {
    for (let to = 0; to < dimensions; to++) {
      const direction = directions[to]!
      let sum = 0
      for (let i = 0; i < matrix.width; i++) sum += matrix.values[row * matrix.width + i]! * direction[i]!
      values[row * dimensions + to] = sum
    }
  }
  return { width: dimensions, values }
}

function covarianceOf({ width, values }: Matrix): Float64Array {
  const covariance = new Float64Array(width * width)
  const count = values.length / width
  for (let start = 0; start < values.length; start += width) {
    for (let i = 0; i < width; i++) {
      const factor = values[start + i]! / count
      for (let j = i; j < width; j++) covariance[i * width + j]! += factor * values[start + j]!
    }
  }
  for (let i = 0; i < width; i++) for (let j = 0; j < i; j++) covariance[i * width + j] = covariance[j * width + i]!
  return covariance
}

/** Rotates the plane of `p` and `q` so that their covariance becomes zero. Returns false if it already is. */
function rotate(
  covariance: Float64Array,
  vectors: Float64Array,
  { p, q, size }: { p: number; q: number; size: number },
): boolean {
  const shared = covariance[p * size + q]!
  if (Math.abs(shared) < NEGLIGIBLE) return false
  const theta = (covariance[q * size + q]! - covariance[p * size + p]!) / (2 * shared)
  const tangent = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const cosine = 1 / Math.sqrt(tangent * tangent + 1)
  const angle = { cosine, sine: tangent * cosine }
  applyRotation(covariance, angle, { left: p * size, right: q * size, step: 1, size })
  applyRotation(covariance, angle, { left: p, right: q, step: size, size })
  applyRotation(vectors, angle, { left: p * size, right: q * size, step: 1, size })
  return true
}

function applyRotation(
  values: Float64Array,
  { cosine, sine }: { cosine: number; sine: number },
  { left, right, step, size }: { left: number; right: number; step: number; size: number },
): void {
  for (let i = 0; i < size; i++) {
    const a = values[left + i * step]!
    const b = values[right + i * step]!
    values[left + i * step] = cosine * a - sine * b
    values[right + i * step] = sine * a + cosine * b
  }
}
