/** The quotes of a record, without the indentation of their lines. */
export function unindented(record: string): string {
  return record.replaceAll('\n ', '\n')
}
