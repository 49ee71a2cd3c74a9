import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { isUnreachable, reasonOf } from '#server/db/errors.ts';
import { DatabaseFault, type DatabaseVariable } from './database-fault.ts';

const TRY_AGAIN_MS = 500;
const ANSWER_WITHIN_MS = 5000;

/** What to do about answers that stay as they are; a pooler's differ in words only. */
const MENDS: [RegExp, string][] = [
	[/^28P01|^28000|authentication failed|no such user/, 'Correct the user and the password in it'],
	[/^3D000|no such database/, 'Create that database, or name another'],
];

interface Options<T> {
	/** Where the address comes from. */
	variable: DatabaseVariable;
	/** Told once, in words, that it has to be waited for. */
	onProgress: (step: string) => void;
	/** How long it may take. */
	withinMs?: number;
	/** What is asked first; an error of its own, unlike one of the database, means that it is not ready yet. */
	ask: (client: pg.Client) => Promise<T>;
}

/**
 * Waits for a database that is still starting, or that the network does not reach yet.
 * @throws DatabaseFault when it can't be used after a minute, or at all
 */
export async function firstAnswer<T>(url: string, options: Options<T>): Promise<T> {
	const { variable, onProgress, ask, withinMs = 60_000 } = options;
	const deadline = Date.now() + withinMs;
	for (let isFirst = true; ; isFirst = false) {
		try {
			return await askOnce(url, ask);
		} catch (error) {
			const said = `the database can't be reached: ${reasonOf(error)}`;
			if (!isUnreachable(error) || Date.now() >= deadline) {
				throw new DatabaseFault(variable, said, mendOf(error), error);
			}
			if (isFirst) {
				const seconds = Math.round(withinMs / 1000);
				onProgress(`${variable}: ${said}. Trying again for ${seconds} seconds`);
			}
		}
		await wait(TRY_AGAIN_MS);
	}
}

/** On a connection of its own, which does not wait for long. */
export async function askOnce<T>(
	url: string,
	ask: (client: pg.Client) => Promise<T>,
	withinMs = ANSWER_WITHIN_MS,
): Promise<T> {
	const client = new pg.Client({
		connectionString: url,
		connectionTimeoutMillis: withinMs,
		query_timeout: withinMs,
	});
	client.on('error', () => undefined);
	try {
		await client.connect();
		return await ask(client);
	} finally {
		void client.end().catch(() => undefined);
	}
}

function mendOf(error: unknown): string {
	const code = error instanceof pg.DatabaseError ? error.code : '';
	const known = MENDS.find(([answer]) => answer.test(`${code} ${reasonOf(error)}`));
	return known?.[1] ?? 'Start that database, or correct its address';
}
