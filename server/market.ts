import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { type Connection, connect } from './db/client.ts';
import { startEmbeddedPostgres } from './db/embedded-postgres.ts';
import { migrate } from './db/migrate.ts';
import { ensureSuperAdmin, type FirstAdmin } from './features/admins/commands.ts';
import { deleteExpiredSessions } from './features/auth/queries.ts';
import { sweepPhotos } from './features/photos/jobs.ts';
import { type JobQueue, startJobs } from './jobs/job-queue.ts';
import { keptSecret } from './lib/secrets.ts';
import { diskPhotoStore, type PhotoStore } from './storage/photo-store.ts';

/** What a filling of the market needs of it. */
export interface MarketParts {
	connection: Connection;
	store: PhotoStore;
	config: Config;
}

interface Options {
	config: Config;
	log: FastifyBaseLogger;
	/** Told in words what takes a while. */
	onProgress: (step: string) => void;
	/** Runs once the schema is there and before anyone is served. */
	beforeServing: (parts: MarketParts) => Promise<void>;
}

export interface Market {
	/** Where it is served. */
	address: string;
	/** The first administrator, when one was made with a password to be told once. */
	firstAdmin: FirstAdmin | undefined;
	/** Takes no new work, finishes what runs, then lets go of everything, the embedded database last. */
	close: () => Promise<void>;
}

/**
 * Opens the market: database, photos, jobs and the one origin.
 * @throws Error in words for people when something it needs is missing; what was started by then is stopped again
 */
export async function openMarket(options: Options): Promise<Market> {
	const { config, log, onProgress, beforeServing } = options;
	const closers: (() => Promise<void>)[] = [];
	const close = async () => {
		for (const closer of closers.splice(0).reverse()) await closer();
	};
	try {
		const databaseUrl = await openDatabase(config, onProgress, closers);
		await migrate(databaseUrl);
		const connection = connect(databaseUrl, (error) =>
			log.warn({ err: error }, 'a database connection broke'),
		);
		closers.push(connection.close);
		const store = diskPhotoStore(join(config.dataDir, 'photos'));
		await beforeServing({ connection, store, config });
		const secret = config.jwtSecret ?? (await keptSecret(config.dataDir, 'jwt-secret'));
		const app = await buildApp({
			config,
			connection,
			store,
			secret,
			webFolder: config.webFolder,
			log,
		});
		closers.push(() => app.close());
		const address = await app.listen({ port: config.port, host: config.host });
		const jobs = await openJobs(databaseUrl, log, connection, store);
		// Before the app's own, so that what runs may still end while no request comes in any more.
		closers.splice(-1, 0, jobs.stop);
		// Last, so that nothing can fail between making a password and telling it.
		const { supportEmail } = config.site;
		const firstAdmin = await ensureSuperAdmin(connection.db, config.firstAdmin, supportEmail);
		return { address, firstAdmin, close };
	} catch (error) {
		await close();
		throw error;
	}
}

/** The configured database, or the embedded one in the data folder. */
async function openDatabase(
	{ databaseUrl, dataDir }: Config,
	onProgress: (step: string) => void,
	closers: (() => Promise<void>)[],
): Promise<string> {
	if (databaseUrl) return databaseUrl;
	const postgres = await startEmbeddedPostgres({ folder: join(dataDir, 'postgres'), onProgress });
	closers.push(postgres.stop);
	return postgres.url('postgres');
}

function openJobs(
	databaseUrl: string,
	log: FastifyBaseLogger,
	{ db }: Connection,
	store: PhotoStore,
): Promise<JobQueue> {
	return startJobs(databaseUrl, log, [
		{ name: 'sweep-photos', schedule: '30 3 * * *', run: () => sweepPhotos({ db, store, log }) },
		{ name: 'sweep-sessions', schedule: '0 4 * * *', run: () => deleteExpiredSessions(db) },
	]);
}
