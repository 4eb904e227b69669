/** One line a unit: its canonical name, then its other spellings in lower case. */
const LIST = `
ms millisecond milliseconds msec millisekunden millisecondes milisegundos 毫秒 ミリ秒
µs μs us microsecond microseconds
second s sec secs seconds sekunde sekunden seconde secondes segundo segundos secondo secondi seconden 秒 초 секунд секунды
minute min mins minutes minuten minuto minutos minuti minuut 分钟 分鐘 分間 분 минут минуты
hour h hr hrs hours stunde stunden std heure heures hora horas ora ore uur 小时 小時 時間 시간 час часа часов
day d days tag tage tagen jour jours día días dia dias giorno giorni dag dagen 天 日間 일 день дня дней
week wk weeks woche wochen semaine semaines semana semanas settimana settimane weken 周 週間 주 неделя недели недель
month mo months monat monate monaten mois mes meses mese mesi maand maanden 个月 個月 ヶ月 か月 개월 месяц месяца месяцев
year yr yrs years jahr jahre jahren ans année années año años anno anni ano anos jaar 年間 歳 岁 歲 год года лет
kg kilo kilos kilogram kilograms kilogramm 公斤 キロ 킬로
g gram grams gramm gramme grammes gramos grammi
mg
t ton tons tonne tonnes tonnen
lb lbs
oz ounce ounces
km kilometer kilometers kilometre kilometres kilómetros chilometri 公里
m meter meters metre metres metro metros metri 米
cm centimeter centimeters
mm
mile miles mi
ft foot feet
inch inches
m² m2 sqm
m³ m3
l liter liters litre litres litro litros litri
ml
b byte bytes
kb kib kilobyte kilobytes
mb mib megabyte megabytes
gb gib gigabyte gigabytes
tb tib terabyte terabytes
pb
bit bits
kbps kbit/s
mbps mbit/s
gbps gbit/s
hz
khz
mhz
ghz
w watt watts
kw kilowatt kilowatts
kwh
v volt volts
mah
°c celsius grad 度
°f fahrenheit
° degree degrees
rpm
rps qps tps req/s
px pixel pixels
dpi
fps
pt
km/h kmh kph
mph
m/s
mm/s
token tokens
person people persons personen personnes personas persone pessoas 人 名 명
user users
request requests
row rows
line lines zeilen
page pages seite seiten 页 頁
time times mal fois veces volte vezes 次 回
piece pieces pcs stück 个 個 件 본
kcal cal calories
bpm
`
/** Canonical name of a unit by any of its spellings. */
export const UNITS: ReadonlyMap<string, string> = new Map(
  LIST.trim()
    .split('\n')
    .flatMap((line) => {
      const words = line.split(' ')
      return words.map((word) => [word, words[0]!] as const)
    }),
)
