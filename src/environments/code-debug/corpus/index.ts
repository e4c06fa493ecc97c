import type { Exercise } from "./exercise.ts";
import { bits } from "./topics/bits.ts";
import { calendars } from "./topics/calendars.ts";
import { checkDigits } from "./topics/check-digits.ts";
import { clocks } from "./topics/clocks.ts";
import { dictionaryCounting } from "./topics/dictionaries-counting.ts";
import { dictionaryShaping } from "./topics/dictionaries-shaping.ts";
import { encodings } from "./topics/encodings.ts";
import { lineFormatting } from "./topics/formatting-lines.ts";
import { valueFormatting } from "./topics/formatting-values.ts";
import { graphs } from "./topics/graphs.ts";
import { gridViews } from "./topics/grid-views.ts";
import { gridWalks } from "./topics/grid-walks.ts";
import { grids } from "./topics/grids.ts";
import { intervals } from "./topics/intervals.ts";
import { listBuilding } from "./topics/lists-building.ts";
import { listReading } from "./topics/lists-reading.ts";
import { machines } from "./topics/machines.ts";
import { money } from "./topics/money.ts";
import { numbers } from "./topics/numbers.ts";
import { recordParsing } from "./topics/parsing-records.ts";
import { valueParsing } from "./topics/parsing-values.ts";
import { queues } from "./topics/queues.ts";
import { recursion } from "./topics/recursion.ts";
import { searching } from "./topics/searching.ts";
import { sorting } from "./topics/sorting.ts";
import { stacks } from "./topics/stacks.ts";
import { stringRewriting } from "./topics/strings-rewriting.ts";
import { stringScanning } from "./topics/strings-scanning.ts";
import { textMachines } from "./topics/text-machines.ts";

/** The built-in corpus: functions with tests, by topic. */
export const corpus: readonly Exercise[] = [
  ...stringScanning,
  ...stringRewriting,
  ...listReading,
  ...listBuilding,
  ...numbers,
  ...money,
  ...dictionaryCounting,
  ...dictionaryShaping,
  ...recordParsing,
  ...valueParsing,
  ...lineFormatting,
  ...valueFormatting,
  ...grids,
  ...gridWalks,
  ...intervals,
  ...calendars,
  ...graphs,
  ...recursion,
  ...sorting,
  ...searching,
  ...stacks,
  ...queues,
  ...machines,
  ...encodings,
  ...bits,
  ...checkDigits,
  ...clocks,
  ...gridViews,
  ...textMachines,
];
