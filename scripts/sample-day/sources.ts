/** What stands in the editor and in the terminal during the day. */

export const FILES = [
  'src',
  'src/pressure.ts',
  'src/tendency.ts',
  'src/tendency.test.ts',
  'src/battery.ts',
  'src/radio.ts',
  'docs',
  'docs/launch.md',
  'package.json',
];

export const TENDENCY_BROKEN = `
// How fast the pressure moves, in hectopascals per three hours.
import { median } from './pressure.ts';

const WINDOW_MINUTES = 30;
const STORM_FALL_HPA = 3;

export interface Reading {
  atMs: number;
  hectopascals: number;
}

export function tendency(readings: Reading[]): number {
  const newest = readings.at(-1);
  const oldest = readings[0];
  if (!newest || !oldest) return 0;
  const hours = (newest.atMs - oldest.atMs) / 3_600_000;
  return ((newest.hectopascals - oldest.hectopascals) / hours) * 3;
}

export function isStormComing(readings: Reading[]): boolean {
  return tendency(readings) < -STORM_FALL_HPA;
}
`;

export const TENDENCY_FIXED = `
// How fast the pressure moves, in hectopascals per three hours.
import { median } from './pressure.ts';

// Thirty minutes hid the bend before a storm; two rang for every gust.
const WINDOW_MINUTES = 11;
const STORM_FALL_HPA = 3;

export interface Reading {
  atMs: number;
  hectopascals: number;
}

export function tendency(readings: Reading[]): number {
  const late = readings.slice(-WINDOW_MINUTES);
  const early = readings.slice(0, WINDOW_MINUTES);
  const hours = (median(late, 'atMs') - median(early, 'atMs')) / 3_600_000;
  if (hours <= 0) return 0;
  const change = median(late, 'hectopascals') - median(early, 'hectopascals');
  return (change / hours) * 3;
}

export function isStormComing(readings: Reading[]): boolean {
  return tendency(readings) < -STORM_FALL_HPA;
}
`;

export const BATTERY = `
// The cell holds less in the cold: figures of the bench test at -10 degrees.
const CAPACITY_MAH = 620;
const COLD_SHARE = 0.71;

export function daysLeft(drawMicroamps: number, celsius: number): number {
  const usable = celsius < -5 ? CAPACITY_MAH * COLD_SHARE : CAPACITY_MAH;
  return (usable * 1000) / drawMicroamps / 24;
}

// 447 microamps with the radio waking every ten minutes: 41 days at -10.
export const TYPICAL_DRAW = 447;
`;

export const NOTES = [
  `
# Call with Nordhaven, enclosure revision C

- Jonas shows the drawing: wall at the lug now 2.2 mm
- Gasket holds at -20 degrees in their chamber
- Price at 2,400 pieces: 11.80 euros
`,
  `
# Call with Nordhaven, enclosure revision C

- Jonas shows the drawing: wall at the lug now 2.2 mm
- Gasket holds at -20 degrees in their chamber
- Price at 2,400 pieces: 11.80 euros

## Agreed

- [x] 2,400 pieces, colour basalt, 11.80 each
- [x] tooling change (1,950 euros): Nordhaven pays
- [x] deposit 30 percent, rest 14 days after delivery
- [ ] ten samples on 12 February, frost test on the 13th
- [ ] whole lot on 14 March, train to Hamburg for the hand-over

## Open

- Who writes the German leaflet? Ask Priya's sister.
- Second mould in autumn: Dele wants a figure.
`,
];

export const TESTS_RED = `
$ git pull --rebase
{dim:From moor:petrel-firmware}
   4c1f0e2..9ab77d0  main -> origin/main
Successfully rebased and updated refs/heads/main.
$ npm test

 {ok:PASS}  src/pressure.test.ts (14 tests)
 {ok:PASS}  src/battery.test.ts (9 tests)
 {bad:FAIL}  src/tendency.test.ts (11 tests, 2 failed)

  {bad:x} sees the storm of 9 November two hours before it
    expected true, received false
  {bad:x} stays silent in a car that climbs a hill
    expected -0.4, received -7.9

 Tests  {bad:2 failed}, {ok:32 passed}
 Time   1.84 s
$ `;

export const TESTS_GREEN = `
$ npm test

 {ok:PASS}  src/pressure.test.ts (14 tests)
 {ok:PASS}  src/battery.test.ts (9 tests)
 {ok:PASS}  src/tendency.test.ts (11 tests)

 Tests  {ok:34 passed}
 Time   1.79 s
$ git commit -am 'tendency: compare medians of eleven minutes'
[main 51d03bc] tendency: compare medians of eleven minutes
 1 file changed, 9 insertions(+), 5 deletions(-)
$ `;

export const FLASH = `
$ ./flash --port /dev/ttyACM0 build/petrel-0.9.3.bin
{dim:Connecting to petrel-07 ...}
Chip: BX-380 found at 0x76, identity 0x3A
Writing 212 KB at 0x8000
  [{ok:##################################}] 100 %
Verifying ... {ok:ok}
$ petrel-log --follow
12:04:10  pressure 1009.42 hPa   tendency -0.6   battery 87 %
12:05:10  pressure 1009.40 hPa   tendency -0.6   battery 87 %
12:06:10  pressure 1009.37 hPa   tendency -0.7   battery 87 %
12:07:10  pressure 1009.37 hPa   tendency -0.7   battery 87 %
{warn:12:07:31  first reading after sleep discarded (0.28 hPa low)}
12:08:10  pressure 1009.35 hPa   tendency -0.7   battery 87 %
$ `;

export const EXPORT = `
$ petrel-export --station balranald --month november > november.csv
{dim:reading 43,200 rows}
$ wc -l november.csv
43201 november.csv
$ sqlite3 readings.db 'SELECT day, min(hpa), max(hpa) FROM r GROUP BY day LIMIT 5'
2025-11-07|1011.2|1016.8
2025-11-08|1001.9|1012.4
2025-11-09|974.6|1003.1
2025-11-10|981.3|999.0
2025-11-11|998.7|1008.2
$ scp november.csv archive@brightmoor.example:/srv/readings/
november.csv                      100%  2.1MB  18.4MB/s   00:00
$ `;

export const TAG = `
$ git tag v0.9.3 -m 'storm warning with medians'
$ git push --follow-tags
To moor:petrel-firmware.git
   9ab77d0..51d03bc  main -> main
 * [new tag]         v0.9.3 -> v0.9.3
$ npm run release
{dim:bundling 14 files}
build/petrel-0.9.3.bin   {ok:212 KB}
build/petrel-0.9.3.sig   {ok:signed with key 6F2A}
$ `;
