import { expect, it } from 'vitest'
import { wordSignsOf } from './word-signs.ts'

it.each([
  'I moved to Bergen',
  'honestly i want to learn to sail',
  'i’d rather stay',
  'Meine Schwester studiert',
  'Tomo café con mi hermana y mis tíos',
  'J’habite à Lyon',
  'Моя дочь учится',
  '我在北京工作',
  '私は医者です',
  'मेरा नाम रवि है',
  '저는 학생입니다',
])('wordSignsOf recognises a text about oneself: %s', (text) => {
  expect(wordSignsOf(text).isOfOneself).toBe(true)
})

it.each(['Bergen is in Norway', 'Die Stadt liegt am Meer', 'chleb i masło', 'Город стоит на реке', '北京是首都'])(
  'wordSignsOf does not take another text for one about oneself: %s',
  (text) => {
    expect(wordSignsOf(text).isOfOneself).toBe(false)
  },
)
