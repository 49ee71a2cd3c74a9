import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { pick } from '#contract/core/pick.ts';
import { ensureSuperAdmin, type FirstAdmin } from '#server/admin/administrators/commands.ts';
import {
	createTwoStepEncryption,
	reencryptTwoStepSecrets,
} from '#server/admin/administrators/encryption.ts';
import { openCluster } from '#server/cluster/cluster.ts';
import type { Config } from '#server/config/config.ts';
import { warnAboutUnprotectedConnections } from '#server/config/preflight.ts';
import type { DatabasePool } from '#server/db/client.ts';
import type { DatabaseEvents } from '#server/db/events.ts';
import { type Databases, openDatabases } from '#server/db/open-databases.ts';
import { openCatalogue } from '#server/features/catalogue/catalogue.ts';
import { settleOnChanges } from '#server/features/deals/commands.ts';
import { openMaintenanceSwitch } from '#server/features/maintenance/maintenance-switch.ts';
import { type JobQueue, openJobQueue } from '#server/jobs/job-queue.ts';
import { loadSecrets } from '#server/lib/secrets.ts';
import type { MailHeader } from '#server/mail/layout.ts';
import { createFileTransport, createSmtpTransport, type MailTransport } from '#server/mail/mail.ts';
import { openPhotoStore } from '#server/storage/open-photo-store.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { type AppDeps, buildApp } from './build-app.ts';
import { listJobs } from './jobs.ts';

/** What a function needs to fill the database before the app serves requests, for example with the demo. */
export interface AppContext {
	/** For slow queries, which must not block requests. */
	backgroundPool: DatabasePool;
	store: PhotoStore;
	config: Config;
}

/** Accept queue of the listening socket: when it is full, new connections wait for seconds. */
const LISTEN_BACKLOG = 4096;

interface Options {
	config: Config;
	log: FastifyBaseLogger;
	/** Called with a description of each slow startup step. */
	onProgress: (step: string) => void;
	/** Runs after the schema is migrated and before requests are served. */
	beforeServing: (context: StartupContext) => Promise<void>;
}

interface StartupContext extends AppContext {
	/** Connection pool for requests. */
	requestPool: DatabasePool;
}

export interface RunningApp {
	/** URL of the app. */
	address: string;
	/** Description of where mails go. */
	mailDestination: string;
	/** The first administrator, if this start generated one; the password is shown only once. */
	firstAdmin: FirstAdmin | undefined;
	/** Stops taking new work, finishes running work, then closes everything, the embedded database last. */
	close: () => Promise<void>;
}

/**
 * Starts the app: database, photo store, background jobs and the HTTP server.
 * @throws Error with a message for operators if something it needs is missing; everything started by then is stopped
 */
export async function startApp(options: Options): Promise<RunningApp> {
	const { config, log, beforeServing } = options;
	const closers: (() => Promise<void>)[] = [];
	const close = () => closeAll(closers);
	warnAboutUnprotectedConnections(config, log);
	try {
		const store = await openPhotoStore(config);
		closers.push(async () => store.close());
		const cluster = await openCluster(config.redisUrl, log);
		closers.push(cluster.close);
		const databases = await openDatabases({ ...options, closers });
		const { url, backgroundPool, requestPool, events } = databases;
		const { supportEmail, timeZone } = config.site;
		// Before the demo data adds administrators: the configured one must exist and be able to sign in.
		if (config.firstAdmin)
			await ensureSuperAdmin(backgroundPool.db, config.firstAdmin, supportEmail);
		await beforeServing({ backgroundPool, requestPool, store, config });
		const secrets = config.secrets ?? (await loadSecrets(config.dataDir, 'jwt-secret'));
		await reencryptTwoStepSecrets(backgroundPool.db, createTwoStepEncryption(secrets));
		const mail = openMail(config);
		closers.push(async () => mail.close());
		const queue = await openJobQueue(url, log);
		closers.push(queue.stop);
		const { db } = backgroundPool;
		const maintenance = await openMaintenanceSwitch({ db, events, log });
		closers.push(async () => maintenance.close());
		const catalogue = await openCatalogue({ db, events, log });
		closers.push(async () => catalogue.close());
		const { openCounter } = cluster;
		const shared = { config, store, cluster, secrets, log };
		const app = await buildApp({
			...shared,
			requestPool,
			backgroundDb: db,
			addTask: queue.addTask,
			maintenance,
			catalogue,
			events,
		});
		closers.push(() => app.close());
		closers.push(await openMetrics({ ...shared, app, databases, maintenance }));
		const address = await app.listen({
			...pick(config, ['port', 'host']),
			backlog: LISTEN_BACKLOG,
		});
		// With other instances: before the server closes, load balancers are given time to use them instead.
		if (config.redisUrl) closers.push(() => app.drain());
		const header = mailHeaderOf(config, address);
		const jobDeps = { ...shared, ...queue, db, mail, openCounter, timeZone, header };
		closers.push(await startBackgroundWork({ ...jobDeps, app, events, queue }));
		// Last, so that nothing can fail between generating the password and showing it.
		const firstAdmin = await ensureSuperAdmin(backgroundPool.db, undefined, supportEmail);
		return { address, mailDestination: mail.description, firstAdmin, close };
	} catch (error) {
		await close().catch((failure: unknown) => log.error({ err: failure }, 'closing failed'));
		throw error;
	}
}

/**
 * Calls the functions one after the other, the last one first, and removes them from the list.
 * @throws the first failure, once all have been called
 */
async function closeAll(closers: (() => Promise<void>)[]): Promise<void> {
	const failures: unknown[] = [];
	for (const closer of closers.splice(0).reverse())
		await closer().catch((error: unknown) => failures.push(error));
	if (failures.length > 0) throw failures[0];
}

interface BackgroundWork extends Omit<Parameters<typeof listJobs>[0], 'realtime' | 'mailFolder'> {
	config: Config;
	app: FastifyInstance;
	events: DatabaseEvents;
	queue: JobQueue;
}

/** @returns a function that stops the listener for changes of deals; the job queue has its own `stop` */
async function startBackgroundWork(work: BackgroundWork): Promise<() => Promise<void>> {
	const { config, app, events, queue, timeZone } = work;
	const { realtime } = app;
	await queue.startWorkers(
		listJobs({ ...work, realtime, mailFolder: mailFolderOf(config) }),
		timeZone,
	);
	const stopSettling = settleOnChanges(events, { ...work, realtime });
	return async () => stopSettling();
}

interface MeasuredParts extends Pick<AppDeps, 'config' | 'cluster' | 'maintenance'> {
	app: FastifyInstance;
	databases: Databases;
}

/** Loads and serves the metrics only if a port is configured. @returns stops the endpoint */
async function openMetrics({
	config,
	databases,
	maintenance,
	...sources
}: MeasuredParts): Promise<() => Promise<void>> {
	if (config.metricsPort === undefined) return async () => undefined;
	const { requestPool, backgroundPool, health } = databases;
	const { serveMetrics } = await import('#server/observability/metrics.ts');
	return serveMetrics(config.metricsPort, {
		...sources,
		config,
		health,
		db: requestPool.db,
		// The names are values of the label `pool` of the metrics.
		pools: { serving: requestPool.pool, unhurried: backgroundPool.pool },
		isInMaintenance: () => maintenance.current().maintenanceMode,
	});
}

function openMail({ smtpUrl, mailFrom, site, dataDir }: Config): MailTransport {
	const from = { address: mailFrom, name: site.name };
	return smtpUrl === undefined
		? createFileTransport(mailFolderOf({ dataDir }), from)
		: createSmtpTransport(smtpUrl, from);
}

/**
 * Links in mails lead to the configured URL, or to the server's address. Never to the Host header of a request, which
 * an attacker controls: the link would send its token to that host.
 */
function mailHeaderOf({ site, publicUrl }: Config, address: string): MailHeader {
	const { name: siteName, supportEmail } = site;
	return { siteName, supportEmail, origin: publicUrl ?? address };
}

const mailFolderOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'mail');
