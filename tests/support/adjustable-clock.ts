import { readFileSync } from 'node:fs';

/**
 * Loaded before a program by `node --import`: on SIGUSR2 its clock is off by as many milliseconds as the file named by CLOCK
 * says, and it says so.
 */
// biome-ignore lint/style/noProcessEnv: a program that is tested knows nothing of this
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
