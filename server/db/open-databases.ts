import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#server/config/config.ts';
import { type Connection, connect, connectInTime, worksAs } from './client.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { openPulse, type Pulse } from './health.ts';
import { prepareAppRole } from './migrate/app-role.ts';
import { migrate, UnknownSchema } from './migrate/migrate.ts';
import { DatabaseFault, type DatabaseVariable } from './preflight/database-fault.ts';
import { lendRole } from './preflight/pooler-account.ts';
import { requireUsable } from './preflight/preflight.ts';
import { askOnce } from './preflight/wait-for-database.ts';

/**
 * What takes as long as it takes ends well before. A database that vanished without a word is waited for no longer: the
 * kernel would for hours, and what only a few may do at a time, such as exports, nobody could do until then.
 */
const UNHURRIED_MS = 10 * 60_000;

interface Options {
	config: Pick<
		Config,
		'databaseUrl' | 'databaseDirectUrl' | 'databasePooled' | 'databaseReplicaUrl' | 'dataDir'
	>;
	log: FastifyBaseLogger;
	/** Told in words what takes a while. */
	onProgress: (step: string) => void;
	/** What lets go of what was opened, the last first. */
	closers: (() => Promise<void>)[];
}

export interface Databases {
	/** The database itself, whatever people are served through. */
	directUrl: string;
	/** For work that takes as long as it takes, at the database itself. */
	connection: Connection;
	/** For those who wait for an answer. */
	serving: Connection;
	pulse: Pulse;
}

/**
 * Opens the configured database, or the embedded one in the data folder, its schema up to date.
 * @throws DatabaseFault, or Error in one line, when the market can't work on it; nothing was written then
 */
export async function openDatabases(options: Options): Promise<Databases> {
	const { config, log, closers } = options;
	const { url, directUrl, variable, most } = await openPlace(options);
	const isPooled = config.databasePooled;
	await bringUpToDate(directUrl, variable, options.onProgress);
	if (isPooled) await lendRole(directUrl, await accountOf(url));
	const role = await prepareAppRole(directUrl, log);
	const onIdleError = (error: Error) =>
		log.warn({ reason: error.message }, 'a database connection broke');
	const pulse = await openPulse(directUrl, log);
	closers.push(pulse.close);
	const connection = connect(directUrl, onIdleError, role, UNHURRIED_MS);
	closers.push(connection.close);
	const isInRole = !isPooled && (url === directUrl || (role && (await worksAs(url, role))));
	const serving = connectInTime(url, {
		...{ pulse, onIdleError, isPooled, most },
		role: isInRole ? role : undefined,
	});
	closers.push(serving.close);
	return { directUrl, connection, serving, pulse };
}

interface Place {
	url: string;
	directUrl: string;
	variable: DatabaseVariable;
	/** How many connections serve at most, where that is for us to say. */
	most?: number;
}

/**
 * A statement more than a few for each core only takes turns with the others, and with us, who share the cores: everybody waits
 * longer, and whoever is refused waits as well.
 */
const MOST_CONNECTIONS = Math.min(20, 4 + 4 * availableParallelism());

async function openPlace({ config, log, onProgress, closers }: Options): Promise<Place> {
	const { databaseUrl: url, databaseDirectUrl, databaseReplicaUrl, databasePooled } = config;
	if (url) {
		const addresses = {
			url,
			isPooled: databasePooled,
			directUrl: databaseDirectUrl,
			replicaUrl: databaseReplicaUrl,
		};
		await requireUsable(addresses, { onProgress, log });
		const variable = databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
		return { url, directUrl: databaseDirectUrl ?? url, variable };
	}
	const postgres = await startEmbeddedPostgres({
		folder: join(config.dataDir, 'postgres'),
		onProgress,
		onTrouble: (reason) => log.error({ reason }, 'PostgreSQL is started again'),
	});
	closers.push(postgres.stop);
	const embedded = postgres.url('postgres');
	return { url: embedded, directUrl: embedded, variable: 'DATA_DIR', most: MOST_CONNECTIONS };
}

async function bringUpToDate(
	directUrl: string,
	variable: DatabaseVariable,
	onProgress: Options['onProgress'],
): Promise<void> {
	try {
		await migrate(directUrl, { onProgress });
	} catch (error) {
		if (!(error instanceof UnknownSchema)) throw error;
		const mend = 'Start the version that made it, or one after that, or name an empty place';
		throw new DatabaseFault(variable, error.said, mend, error);
	}
}

function accountOf(url: string): Promise<string> {
	return askOnce(url, async (client) => {
		const { rows } = await client.query<{ account: string }>(
			'select session_user::text as account',
		);
		return rows[0]?.account ?? '';
	});
}
