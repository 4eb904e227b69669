/** What a record quotes, without the space by which its lines are set in. */
export function unindented(record: string): string {
  return record.replaceAll('\n ', '\n')
}
