/** What the main thread asks of a transcript thread. */
export type TranscriptCall =
  | { readonly op: 'enhance'; readonly ticket: number; readonly owner: string; readonly body: Uint8Array }
  | { readonly op: 'warm-up' }

/** What a transcript thread tells the main thread, once, when it can take calls. */
export type TranscriptHostCall = { readonly op: 'ready' }

/** What a transcript thread is started with. */
export interface TranscriptThreadData {
  readonly heartbeat: SharedArrayBuffer
}
