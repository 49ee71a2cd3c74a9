import { readFileSync } from 'node:fs';

/**
 * Loaded before a program by `node --import`: on SIGUSR2 its clock is off by as many milliseconds as the file named by CLOCK
 * says, and it says so.
 */
// biome-ignore lint/style/noProcessEnv: a program that is tested knows nothing of this
const file = process.env.CLOCK ?? '';
const RightDate = Date;
let offMs = 0;

globalThis.Date = new Proxy(RightDate, {
	construct: (target, given, made) =>
		Reflect.construct(target, given.length === 0 ? [target.now() + offMs] : given, made),
	get: (target, name) =>
		name === 'now' ? () => target.now() + offMs : Reflect.get(target, name, target),
});

process.on('SIGUSR2', () => {
	offMs = Number(readFileSync(file, 'utf8'));
	process.stdout.write(`The clock is off by ${offMs} ms.\n`);
});
