import fc from 'fast-check';
import { expect } from 'vitest';
import { openApp } from '../app.ts';
import { commands } from './commands.ts';
import { runCommands } from './run.ts';

const SPOTS = [
	{ name: 'Main gate', hint: '', opens: '00:00', closes: '12:00' },
	{ name: 'Library', hint: '', opens: '12:00', closes: '00:00' },
];

/** `DEAL_SEQUENCES=2000 npm test -- server/features/deals/model.slow.test.ts` checks for five minutes. */
// biome-ignore lint/style/noProcessEnv: an option of the test run
const SEQUENCES = Number(process.env.DEAL_SEQUENCES ?? 80);

/** With a fixed seed, each run checks the same sequences. */
const SEED = 7;

/** The number of parallel runs: a run mostly waits for the database. */
const CONCURRENCY = 4;

/** Opens a server. @returns a function that checks random sequences of steps on it against the model */
export async function openModelCheck() {
	const t = await openApp();
	const admin = await t.admin({ roleLevel: 'super_admin' });
	const { version } = (await t.as(admin).get('/admin/catalogue/spots')).json();
	const res = await t.as(admin).put('/admin/catalogue/spots', { version, spots: SPOTS });
	expect(res.statusCode, res.body).toBe(200);
	const { spots } = (await t.as(null).get('/catalogue')).json();
	const spotIds = spots.map(({ id }: { id: number }) => id);

	/** No shrinking (`endOnFailure`), which takes minutes: the error of `runCommands` lists the steps that led to it. */
	const checkSome = (numRuns: number, seed: number) =>
		fc.assert(
			fc.asyncProperty(commands, (list) => runCommands({ t, admin, spotIds }, list)),
			{ numRuns, seed, endOnFailure: true },
		);
	return async (): Promise<void> => {
		const parts = Array.from({ length: CONCURRENCY }, (_, part) =>
			checkSome(Math.ceil(SEQUENCES / CONCURRENCY), SEED + part),
		);
		await Promise.all(parts);
	};
}
