const LIST = `
usd $ us$ dollar dollars dólar dólares dollari buck bucks 美元 美金 ドル 달러 доллар доллара долларов
eur € euro euros 欧元 ユーロ 유로 евро
gbp £ pound pounds quid pfund libra libras sterlina sterline livre livres 英镑 ポンド
jpy ¥ yen 日元 円
cny rmb yuan renminbi 元 人民币 块钱
chf sfr franken francs franc franchi francos
inr ₹ rupee rupees
krw ₩ won 원
rub ₽ rubel руб рублей рубля
brl r$ real reais
pln zł zloty złotych
cad ca$ c$
aud a$ au$
sek kronor
nok
dkk kroner
try ₺ lira
ils ₪ shekel shekels
mxn
btc ₿ bitcoin bitcoins
`
/** Code of a currency by its sign, its own code or its name in lower case. */
export const CURRENCIES: ReadonlyMap<string, string> = new Map(
  LIST.trim()
    .split('\n')
    .flatMap((line) => {
      const words = line.split(' ')
      return words.map((word) => [word, words[0]!] as const)
    }),
)
