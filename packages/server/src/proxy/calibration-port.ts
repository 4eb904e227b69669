/** Corrections of token estimates learned from receipts, by model. */
export interface CalibrationStore {
  load(): Promise<readonly { readonly model: string; readonly factor: number; readonly samples: number }[]>
  save(row: { readonly model: string; readonly factor: number; readonly samples: number }): Promise<void>
}
