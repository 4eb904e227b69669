import { describe, expect, it } from 'vitest'
import { joinedOrdinals } from './ordinals.ts'

describe('joinedOrdinals', () => {
  it.each([
    ['第二个', [2]],
    ['第 3 种吧', [3]],
    ['我选第十一个', [11]],
    ['选3号', [3]],
    ['2番目がいいです', [2]],
    ['二つ目と三つ目', [2, 3]],
    ['2番で。ただし短く', [2]],
    ['3番にします', [3]],
    ['두 번째', [2]],
    ['3번째 거', [3]],
    ['첫번째로 할게요', [1]],
    ['2번으로 할게요. 4,200으로', [2]],
    ['엘베 없으면 못 살아요. 3번', [3]],
    ['2번 샀어 세일해서 13만', [2]],
  ] as const)('finds the places of items in "%s"', (text, places) => {
    expect(joinedOrdinals(text)).toEqual(places)
  })

  it.each([
    '我们一共3个人',
    '等2个小时',
    '5月3号',
    '给我一个建议',
    '有三种颜色',
    '一番安いのはどれですか',
    '벌써 2번 전화했어요',
    '두 번 전화했어요, 하루 2번 이상',
    '이번 주만 금요일',
    '10.2번',
  ])('finds none in a quantity, a date or another word: "%s"', (text) => {
    expect(joinedOrdinals(text)).toEqual([])
  })
})
