import { stemOf } from '../../words/words.ts'

const FORMS = `went gone go;wrote written write;bought buy;ate eaten eat;made make;got gotten get;took taken take;gave given give;met meet;saw seen see;
came come;ran run;left leave;lost lose;sold sell;sent send;built build;broke broken break;chose chosen choose;drove driven drive;felt feel;found find;
flew flown fly;forgot forgotten forget;grew grown grow;held hold;kept keep;knew known know;learnt learn;led lead;paid pay;rode ridden ride;rose risen rise;
slept sleep;spoke spoken speak;spent spend;stood stand;stole stolen steal;swam swum swim;taught teach;thought think;threw thrown throw;told tell;
understood understand;woke woken wake;wore worn wear;began begun begin;brought bring;caught catch;drank drunk drink;fell fallen fall;fought fight;
lent lend;meant mean;sang sung sing;shook shaken shake;showed shown show;sat sit;tore torn tear;won win;heard hear;said say;became become;drew drawn draw;
has have had have;does did done do;studies study;studied study;lives living live;using use;used use;uses use;moving moved move;leaves leave`
const BASE = new Map<string, string>()
for (const line of FORMS.split(/[;\n]+/)) {
  const forms = line.trim().split(' ')
  const base = forms.at(-1)!
  for (const form of forms.slice(0, -1)) BASE.set(form, base)
}

/** The base form of a word in lower case, so that "wrote", "written" and "writes" meet. */
export function baseOf(word: string): string {
  return stemOf(BASE.get(word) ?? word)
}

/** Whether a word in lower case is an irregular form, whose base is not found by taking its ending off. */
export function isIrregular(word: string): boolean {
  return BASE.has(word)
}
