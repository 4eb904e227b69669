import type { MessageShape, Part } from '../conversation.ts'

/** Bytes measured on V8, rounded up: a shape with its map entry, a part, a span, the header of a string. */
const SHAPE_BYTES = 400
const PART_BYTES = 120
const SPAN_BYTES = 40
const STRING_BYTES = 24

/** Estimated bytes that a shape keeps alive with its key, rounded up. */
export function sizeOfShape(shape: MessageShape, key: string): number {
  let bytes = SHAPE_BYTES + stringBytes(key) + stringBytes(shape.key) + stringBytes(shape.name ?? '')
  for (const part of shape.parts) bytes += sizeOfPart(part)
  return bytes
}

function sizeOfPart(part: Part): number {
  switch (part.kind) {
    case 'tool-call':
      return PART_BYTES + SPAN_BYTES + stringBytes(part.id) + stringBytes(part.name)
    case 'tool-result':
      return PART_BYTES + stringBytes(part.callId) + SPAN_BYTES * part.leaves.length
    case 'opaque':
      return (
        PART_BYTES +
        SPAN_BYTES * (1 + (part.leaves?.length ?? 0)) +
        stringBytes(part.type + (part.serverCall ?? part.serverAnswer ?? ''))
      )
    case 'thinking':
      return PART_BYTES + SPAN_BYTES * (1 + (part.along?.length ?? 0))
    default:
      return PART_BYTES + SPAN_BYTES
  }
}

function stringBytes(text: string): number {
  return STRING_BYTES + 2 * text.length
}
