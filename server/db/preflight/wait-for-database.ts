import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { mayConnectLater, reasonOf } from '#server/db/errors.ts';
import { type DatabaseVariable, PreflightError } from './preflight-error.ts';

const RETRY_MS = 500;
const QUERY_TIMEOUT_MS = 5000;

/** Fixes for permanent errors; poolers report them in the message only. */
const FIXES: [RegExp, string][] = [
	[/^28P01|^28000|authentication failed|no such user/, 'Correct the user and the password in it'],
	[/^3D000|no such database/, 'Create that database, or name another'],
];

interface Options<T> {
	/** The variable that holds the URL. */
	variable: DatabaseVariable;
	/** Called once with a message when the database has to be waited for. */
	onProgress: (step: string) => void;
	/** How long to wait in total. */
	timeoutMs?: number;
	/**
	 * The first query. If it throws a plain Error, and no DatabaseError, the database counts as not ready yet.
	 */
	query: (client: pg.Client) => Promise<T>;
}

/**
 * Waits for a database that is still starting or not reachable yet.
 * @throws PreflightError when it can't be used after a minute, or at all
 */
export async function waitForDatabase<T>(url: string, options: Options<T>): Promise<T> {
	const { variable, onProgress, query, timeoutMs = 60_000 } = options;
	const deadline = Date.now() + timeoutMs;
	for (let isFirst = true; ; isFirst = false) {
		try {
			return await queryOnce(url, query);
		} catch (error) {
			const problem = `the database can't be reached: ${reasonOf(error)}`;
			if (!mayConnectLater(error) || Date.now() >= deadline) {
				throw new PreflightError(variable, problem, fixFor(error), error);
			}
			if (isFirst) {
				const seconds = Math.round(timeoutMs / 1000);
				onProgress(`${variable}: ${problem}. Trying again for ${seconds} seconds`);
			}
		}
		await wait(RETRY_MS);
	}
}

/** Runs a query on a new connection with short timeouts. */
export async function queryOnce<T>(
	url: string,
	query: (client: pg.Client) => Promise<T>,
	timeoutMs = QUERY_TIMEOUT_MS,
): Promise<T> {
	const client = new pg.Client({
		connectionString: url,
		connectionTimeoutMillis: timeoutMs,
		query_timeout: timeoutMs,
	});
	client.on('error', () => undefined);
	try {
		await client.connect();
		return await query(client);
	} finally {
		void client.end().catch(() => undefined);
	}
}

function fixFor(error: unknown): string {
	const code = error instanceof pg.DatabaseError ? error.code : '';
	const match = FIXES.find(([pattern]) => pattern.test(`${code} ${reasonOf(error)}`));
	return match?.[1] ?? 'Start that database, or correct its address';
}
