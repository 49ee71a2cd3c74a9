import { readFileSync } from 'node:fs';

/**
 * Loaded before a program by `node --import`. On SIGUSR2 it shifts the program's clock by the milliseconds in the file that the
 * variable CLOCK names, and prints that it has done so.
 */
// biome-ignore lint/style/noProcessEnv: a variable of the tests, which the tested program does not know
const file = process.env.CLOCK ?? '';
const SystemDate = Date;
let offsetMs = 0;

globalThis.Date = new Proxy(SystemDate, {
	construct: (target, args, newTarget) =>
		Reflect.construct(target, args.length === 0 ? [target.now() + offsetMs] : args, newTarget),
	get: (target, name) =>
		name === 'now' ? () => target.now() + offsetMs : Reflect.get(target, name, target),
});

process.on('SIGUSR2', () => {
	offsetMs = Number(readFileSync(file, 'utf8'));
	process.stdout.write(`The clock is off by ${offsetMs} ms.\n`);
});
