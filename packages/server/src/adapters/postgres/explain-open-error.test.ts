import { expect, test } from 'vitest'
import { explainOpenError } from './explain-open-error.ts'

test.each([
  ['postgres://guest@db.example/pleat', 'user guest', '"guest"'],
  ['postgres://db.example/pleat?user=guest', 'user guest', '"guest"'],
  ['postgres://db.example/pleat', 'the user of the process', 'USER'],
])('the remedy for missing rights in %s names the user if the URL does', (url, user, owner) => {
  const refused = Object.assign(new Error('permission denied for schema public'), { code: '42501' })
  expect(explainOpenError(url, refused).message).toBe(
    `PLEAT_DATABASE_URL: ${user} may not create tables in database "pleat"; ` +
      `make it the owner: alter database "pleat" owner to ${owner}`,
  )
})
