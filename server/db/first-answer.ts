import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { isUnreachable, reasonOf } from './away.ts';

const TRY_AGAIN_MS = 500;
const ANSWER_WITHIN_MS = 5000;

interface Options {
	/** Told once, in words, that it has to be waited for. */
	onProgress: (step: string) => void;
	/** How long it may take. */
	withinMs?: number;
}

/**
 * Waits for a database that is still starting, or that the network does not reach yet.
 * @throws Error in one line when it can't be used after a minute, or at all
 */
export async function firstAnswer(url: string, options: Options): Promise<void> {
	const { onProgress, withinMs = 60_000 } = options;
	const deadline = Date.now() + withinMs;
	for (let isFirst = true; ; isFirst = false) {
		const fault = await faultOf(url);
		if (fault === undefined) return;
		const line = `The database can't be reached: ${reasonOf(fault)}.`;
		if (!isUnreachable(fault) || Date.now() >= deadline) throw new Error(line, { cause: fault });
		if (isFirst) onProgress(`${line} Trying again for ${Math.round(withinMs / 1000)} seconds`);
		await wait(TRY_AGAIN_MS);
	}
}

async function faultOf(url: string): Promise<unknown> {
	const client = new pg.Client({
		connectionString: url,
		connectionTimeoutMillis: ANSWER_WITHIN_MS,
		query_timeout: ANSWER_WITHIN_MS,
	});
	client.on('error', () => undefined);
	try {
		await client.connect();
		await client.query('select 1');
		return undefined;
	} catch (error) {
		return error;
	} finally {
		void client.end().catch(() => undefined);
	}
}
