import { mkdtemp, rm } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { buildApp } from '#server/app/build-app.ts';
import { openCluster } from '#server/cluster/cluster.ts';
import { readConfig } from '#server/config/config.ts';
import { openPool } from '#server/db/client.ts';
import { APP_ROLE } from '#server/db/migrate/migrate.ts';
import { openCatalogue } from '#server/features/catalogue/catalogue.ts';
import { openMaintenanceSwitch } from '#server/features/maintenance/maintenance-switch.ts';
import { isAnonymous } from '#server/http/memo.ts';
import { type JobQueue, openJobQueue } from '#server/jobs/job-queue.ts';
import { openLog } from '#server/observability/log.ts';
import { openPhotoStore } from '#server/storage/open-photo-store.ts';
import { createClients } from './api-client.ts';
import { cloneDatabase } from './clone-database.ts';
import { openDatabaseEvents } from './database-events.ts';
import { factories } from './factories.ts';
import { onCleanup } from './on-cleanup.ts';
import { SECRETS } from './secret.ts';

export type App = Awaited<ReturnType<typeof openApp>>;

/**
 * Opens an app on a clone of the template database, or on that of `environment.DATABASE_URL`, with a data folder of its
 * own. Closed after the test or the test file.
 */
export async function openApp(
	environment: Record<string, string> = {},
	secrets = SECRETS,
	// Tests also write to the database themselves: injected calls wait until the app has heard of the commits before them.
	{ awaitsNotifications = true } = {},
) {
	const dataDir = await mkdtemp(join(tmpdir(), 'market-data-'));
	const testSettings = {
		DATA_DIR: dataDir,
		WEB_FOLDER: join(import.meta.dirname, 'pages'),
		RATE_LIMIT: 'off',
	};
	const config = readConfig({ ...testSettings, ...environment });
	const log: string[] = [];
	const failures: unknown[] = [];
	const url = config.databaseUrl ?? (await cloneDatabase());
	const connection = openPool(url, (error) => failures.push(error), APP_ROLE);
	const store = await openPhotoStore(config);
	const logger = openRecordingLogger(log, failures);
	const queue = openQueueOnFirstUse(url, logger);
	const events = await openDatabaseEvents(url);
	const maintenance = await openMaintenanceSwitch({ db: connection.db, events, log: logger });
	const catalogue = await openCatalogue({ db: connection.db, events, log: logger });
	const cluster = await openCluster(config.redisUrl, logger);
	const app = await buildApp({
		config,
		requestPool: connection,
		backgroundDb: connection.db,
		store,
		cluster,
		secrets,
		addTask: queue.addTask,
		maintenance,
		catalogue,
		events,
		log: logger,
	});
	if (awaitsNotifications) {
		app.addHook('onRequest', async (request) => {
			const isInjected = !(request.raw instanceof IncomingMessage);
			if (isInjected && isAnonymous(request) && !request.url.startsWith('/health/'))
				await events.sync();
		});
	}
	await app.ready();
	onCleanup(async () => {
		await app.close();
		maintenance.close();
		catalogue.close();
		await events.close();
		await queue.stop();
		await connection.close();
		await cluster.close();
		store.close();
		await rm(dataDir, { recursive: true, force: true });
		if (failures.length > 0) throw new Error('The server reported errors.', { cause: failures });
	});
	const { db } = connection;
	const as = createClients(app);
	return {
		app,
		db,
		url,
		queue,
		store,
		config,
		dataDir,
		...factories(db, store),
		as,
		log,
		failures,
	};
}

/** A job queue that is opened when the first task or worker is added: opening takes long, and most tests need none. */
function openQueueOnFirstUse(url: string, log: FastifyBaseLogger): JobQueue {
	let opened: Promise<JobQueue> | undefined;
	function open(): Promise<JobQueue> {
		opened ??= openJobQueue(url, log);
		return opened;
	}
	return {
		addTask: async (...task) => (await open()).addTask(...task),
		startWorkers: async (...workers) => (await open()).startWorkers(...workers),
		stop: async () => (await opened)?.stop(),
	};
}

/** A logger that collects its lines. Lines of level error also go to `failures`, because no request may cause one. */
function openRecordingLogger(lines: string[], failures: unknown[]): FastifyBaseLogger {
	const write = (line: string) => {
		lines.push(line);
		const entry = JSON.parse(line);
		if (entry.level >= (pino.levels.values.error ?? 0)) failures.push(entry);
	};
	return openLog('trace', { write });
}
