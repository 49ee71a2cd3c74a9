import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { ensureSuperAdmin, type FirstAdmin } from '#server/admin/administrators/bootstrap.ts';
import { createTwoStepEncryption } from '#server/admin/administrators/encryption.ts';
import { reencryptTwoStepSecrets } from '#server/admin/administrators/reencryption.ts';
import { deleteExpiredAdminSessions } from '#server/admin/administrators/session-queries.ts';
import { openInvalidation } from '#server/cache/invalidation.ts';
import { type Cluster, openCluster } from '#server/cluster/cluster.ts';
import type { Config } from '#server/config/config.ts';
import { warnAboutPlaintextConnections } from '#server/config/plaintext-connections.ts';
import type { DatabasePool, Db, ReadRouter } from '#server/db/client.ts';
import { type Databases, openDatabases } from '#server/db/open-databases.ts';
import { openReadRouter } from '#server/db/replica/open-read-router.ts';
import { countSentMails, sendAccountMail } from '#server/features/accounts/mails/send.ts';
import { eraseLateWrites } from '#server/features/accounts/privacy/erasure.ts';
import { deleteOldLinks } from '#server/features/auth/one-time-links/queries.ts';
import {
	deleteExcessSessions,
	deleteExpiredSessions,
} from '#server/features/auth/sessions/queries.ts';
import { deleteExpiredIdempotencyKeys } from '#server/features/items/idempotency-queries.ts';
import { deleteUnusedTitleWords } from '#server/features/items/search/vocabulary-queries.ts';
import { openMaintenanceSwitch } from '#server/features/maintenance/maintenance-switch.ts';
import { deliverAnnouncement } from '#server/features/notifications/announcements/deliver.ts';
import { sendNotificationMail } from '#server/features/notifications/mails/send.ts';
import { mailUnread } from '#server/features/notifications/unread-mail/job.ts';
import { createUnsubscribeTokens } from '#server/features/notifications/unsubscribe-tokens.ts';
import { removeUnusedPhotos, sweepPhotos } from '#server/features/photos/jobs.ts';
import { type JobQueue, openJobQueue } from '#server/jobs/job-queue.ts';
import type { TaskHandlers } from '#server/jobs/tasks.ts';
import { loadSecrets, type Secrets } from '#server/lib/secrets.ts';
import { createFileTransport, deleteOldMailFiles } from '#server/mail/file-transport.ts';
import { instrumentTransport } from '#server/mail/instrumented-transport.ts';
import type { MailTransport } from '#server/mail/mail.ts';
import { openMetrics, openTraces } from '#server/observability/open.ts';
import type { Realtime } from '#server/realtime/realtime.ts';
import { openPhotoStore } from '#server/storage/open-photo-store.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { buildApp } from './build-app.ts';

/** What code that fills the database before serving, such as the demo, needs. */
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
	/** The generated first administrator, with a password that is shown only once. */
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
	const close = async () => {
		for (const closer of closers.splice(0).reverse()) await closer();
	};
	warnAboutPlaintextConnections(config, log);
	try {
		const store = await openPhotoStore(config);
		closers.push(async () => store.close());
		const cluster = await openCluster(config.redisUrl, log);
		closers.push(cluster.close);
		const databases = await openDatabases({ ...options, closers });
		const { directUrl, backgroundPool, requestPool, health } = databases;
		const traces = await openTraces(config, [requestPool.pool, backgroundPool.pool]);
		if (traces) closers.push(traces.close);
		const { supportEmail } = config.site;
		// Before the demo data adds administrators: the configured one must exist and be able to sign in.
		if (config.firstAdmin)
			await ensureSuperAdmin(backgroundPool.db, config.firstAdmin, supportEmail);
		await beforeServing({ backgroundPool, requestPool, store, config });
		const secrets = config.secrets ?? (await loadSecrets(config.dataDir, 'jwt-secret'));
		await reencryptTwoStepSecrets(backgroundPool.db, createTwoStepEncryption(secrets));
		const mail = await openMail(config);
		closers.push(async () => mail.close());
		const queue = await openJobQueue(directUrl, log);
		closers.push(queue.stop);
		const { db } = backgroundPool;
		const maintenance = await openMaintenanceSwitch({ db, databaseUrl: directUrl, log });
		closers.push(maintenance.close);
		const { openHighWatermark } = cluster;
		const replica = await openReadRouter({ ...databases, ...options, openHighWatermark });
		closers.push(replica.close);
		const { readRouter } = replica;
		const invalidation = await openAppInvalidation(config, { directUrl, readRouter, log });
		closers.push(invalidation.close);
		const shared = { config, store, cluster, secrets, log };
		const app = await buildApp({
			...shared,
			requestPool: { ...requestPool, readRouter },
			backgroundDb: db,
			addTask: queue.addTask,
			maintenance,
			invalidation,
			mountTraces: traces?.mount,
		});
		closers.push(() => app.close());
		const pools = { serving: requestPool.pool, unhurried: backgroundPool.pool };
		const isInMaintenance = () => maintenance.current().maintenanceMode;
		const { replicaStatus } = readRouter;
		const countSockets = (namespace: string) => app.realtime.io.of(namespace).sockets.size;
		const sources = { app, countSockets, pools, health, replicaStatus, isInMaintenance, cluster };
		closers.push(await openMetrics(config, { ...sources, db: requestPool.db }, log));
		const { port, host } = config;
		const address = await app.listen({ port, host, backlog: LISTEN_BACKLOG });
		if (config.redisUrl) closers.push(() => app.drain());
		const { realtime } = app;
		await startBackgroundWork(queue, { ...shared, backgroundPool, mail, address, realtime });
		// Last, so that nothing can fail between generating the password and showing it.
		const firstAdmin = await ensureSuperAdmin(backgroundPool.db, undefined, supportEmail);
		return { address, mailDestination: mail.description, firstAdmin, close };
	} catch (error) {
		await close();
		throw error;
	}
}

interface InvalidationDeps extends Pick<Databases, 'directUrl'> {
	readRouter: ReadRouter;
	log: FastifyBaseLogger;
}

function openAppInvalidation(
	{ redisUrl }: Config,
	{ directUrl, readRouter, log }: InvalidationDeps,
) {
	return openInvalidation({
		databaseUrl: directUrl,
		isShared: redisUrl !== undefined,
		log,
		// A replica without the change would otherwise fill the cache with old data.
		awaitReplica: readRouter.replicaStatus() && readRouter.afterWrite,
	});
}

async function openMail({ smtpUrl, mailFrom, site, dataDir }: Config): Promise<MailTransport> {
	const from = { address: mailFrom, name: site.name };
	if (smtpUrl === undefined)
		return instrumentTransport(createFileTransport(mailFolderOf({ dataDir }), from));
	const { createSmtpTransport } = await import('#server/mail/smtp-transport.ts');
	return instrumentTransport(createSmtpTransport(smtpUrl, from));
}

const mailFolderOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'mail');

interface BackgroundContext extends AppContext {
	cluster: Cluster;
	mail: MailTransport;
	/** URL of the app. */
	address: string;
	realtime: Realtime;
	/** Keys that sign the links in mails. */
	secrets: Secrets;
	log: FastifyBaseLogger;
}

async function sweepSessions(db: Db): Promise<void> {
	await deleteExpiredSessions(db);
	await deleteExcessSessions(db);
}

/** Starts the scheduled jobs and the task workers. */
function startBackgroundWork(queue: JobQueue, context: BackgroundContext): Promise<void> {
	const { config, backgroundPool, store, cluster, mail, address, realtime, secrets, log } = context;
	const { db } = backgroundPool;
	const { name: siteName, supportEmail, timeZone } = config.site;
	// Never from the Host header, which an attacker controls: the link would send its token to that host.
	const header = { siteName, supportEmail, origin: config.publicUrl ?? address };
	const tokens = createUnsubscribeTokens(secrets);
	const changeMailCounter = countSentMails(cluster.openCounter);
	const { addTask, addTasks } = queue;
	const jobs = [
		// Before the nightly backup, during which no photos are removed.
		{ name: 'sweep-photos', schedule: '30 1 * * *', run: () => sweepPhotos({ db, store, log }) },
		{
			name: 'sweep-retry-keys',
			schedule: '45 3 * * *',
			run: () => deleteExpiredIdempotencyKeys(db),
		},
		{ name: 'sweep-sessions', schedule: '0 4 * * *', run: () => sweepSessions(db) },
		{
			name: 'sweep-admin-sessions',
			schedule: '5 4 * * *',
			run: () => deleteExpiredAdminSessions(db),
		},
		{ name: 'sweep-title-words', schedule: '0 5 * * *', run: () => deleteUnusedTitleWords(db) },
		{ name: 'sweep-links', schedule: '15 4 * * *', run: () => deleteOldLinks(db) },
		{
			name: 'sweep-mail-files',
			schedule: '20 4 * * *',
			run: () => deleteOldMailFiles(mailFolderOf(config)),
		},
		{ name: 'mail-unread', schedule: '* * * * *', run: () => mailUnread({ db, addTasks }) },
	];
	const handlers: TaskHandlers = {
		mail: (task) => sendAccountMail({ db, mail, header, changeMailCounter, log }, task),
		'notice-mail': (task) => sendNotificationMail({ db, mail, header, tokens, log }, task),
		announce: ({ announcementId }) =>
			deliverAnnouncement({ db, addTasks, realtime }, announcementId),
		'remove-photos': () => removeUnusedPhotos({ db, store }),
		'erase-account': ({ userId }) => eraseLateWrites({ db, addTask }, userId),
		'forget-title-words': async () => void (await deleteUnusedTitleWords(db)),
	};
	return queue.startWorkers({ jobs, timeZone }, handlers);
}
