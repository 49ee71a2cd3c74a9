import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { ensureSuperAdmin, type FirstAdmin } from '#server/admin/administrators/bootstrap.ts';
import { createTwoStepSeal } from '#server/admin/administrators/encryption.ts';
import { resealTwoStep } from '#server/admin/administrators/reencrypt.ts';
import { deleteEndedAdminSessions } from '#server/admin/administrators/session-queries.ts';
import { openPublicChanges } from '#server/cache/invalidation.ts';
import { type Instances, openInstances } from '#server/cluster/cluster.ts';
import type { Config } from '#server/config/config.ts';
import { tellOfBareConnections } from '#server/config/plaintext-connections.ts';
import type { Connection, Db, Reading } from '#server/db/client.ts';
import { type Databases, openDatabases } from '#server/db/open-databases.ts';
import { openReading } from '#server/db/replica/open-replica.ts';
import { countTold, sendLetter } from '#server/features/accounts/mails/send.ts';
import { eraseAgain } from '#server/features/accounts/privacy/erasure.ts';
import { deleteOldLinks } from '#server/features/auth/one-time-links/queries.ts';
import {
	deleteExpiredSessions,
	deleteSurplusSessions,
} from '#server/features/auth/sessions/queries.ts';
import { deleteOldRetryKeys } from '#server/features/items/idempotency-queries.ts';
import { forgetTitleWords } from '#server/features/items/search/vocabulary-queries.ts';
import { openMaintenanceSwitch } from '#server/features/maintenance/mode.ts';
import { deliverAnnouncement } from '#server/features/notifications/announcements/deliver.ts';
import { sendNoticeLetter } from '#server/features/notifications/mails/send.ts';
import { mailUnread } from '#server/features/notifications/unread-mail/job.ts';
import { createUnsubscribeTokens } from '#server/features/notifications/unsubscribe-tokens.ts';
import { removeUnusedPhotos, sweepPhotos } from '#server/features/photos/jobs.ts';
import { type JobQueue, openJobQueue } from '#server/jobs/job-queue.ts';
import type { TaskRunners } from '#server/jobs/tasks.ts';
import { keptSecrets, type Secrets } from '#server/lib/secrets.ts';
import { fileMail, sweepFileMail } from '#server/mail/files.ts';
import { seenMail } from '#server/mail/instrumented-mail.ts';
import type { Mail } from '#server/mail/mail.ts';
import { openMetrics, openTraces } from '#server/observability/open.ts';
import type { Live } from '#server/realtime/realtime.ts';
import { openPhotoStore } from '#server/storage/open-photo-store.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { buildApp } from './build-app.ts';

/** What a filling of the market needs of it. */
export interface MarketParts {
	/** For work that takes as long as it takes. */
	connection: Connection;
	store: PhotoStore;
	config: Config;
}

/** Before the first word of each is read: where the system has no room for more, whoever comes waits for seconds. */
const WAITING_CONNECTIONS = 4096;

interface Options {
	config: Config;
	log: FastifyBaseLogger;
	/** Told in words what takes a while. */
	onProgress: (step: string) => void;
	/** Runs once the schema is there and before anyone is served. */
	beforeServing: (parts: OpeningParts) => Promise<void>;
}

interface OpeningParts extends MarketParts {
	/** For those who wait for an answer. */
	serving: Connection;
}

export interface Market {
	/** Where it is served. */
	address: string;
	/** Where mails go, in words. */
	mailPlace: string;
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
	const { config, log, beforeServing } = options;
	const closers: (() => Promise<void>)[] = [];
	const close = async () => {
		for (const closer of closers.splice(0).reverse()) await closer();
	};
	tellOfBareConnections(config, log);
	try {
		const store = await openPhotoStore(config);
		closers.push(async () => store.close());
		const instances = await openInstances(config.redisUrl, log);
		closers.push(instances.close);
		const databases = await openDatabases({ ...options, closers });
		const { directUrl, connection, serving, pulse } = databases;
		const traces = await openTraces(config, [serving.pool, connection.pool]);
		if (traces) closers.push(traces.close);
		const { supportEmail } = config.site;
		// Before the demo brings administrators of its own: who configures one expects to come in.
		if (config.firstAdmin) await ensureSuperAdmin(connection.db, config.firstAdmin, supportEmail);
		await beforeServing({ connection, serving, store, config });
		const secrets = config.secrets ?? (await keptSecrets(config.dataDir, 'jwt-secret'));
		await resealTwoStep(connection.db, createTwoStepSeal(secrets));
		const mail = await openMail(config);
		closers.push(async () => mail.close());
		const queue = await openJobQueue(directUrl, log);
		closers.push(queue.stop);
		const { db } = connection;
		const maintenance = await openMaintenanceSwitch({ db, databaseUrl: directUrl, log });
		closers.push(maintenance.close);
		const { reading, close: closeReading } = await openReading({
			...databases,
			...options,
			instances,
		});
		closers.push(closeReading);
		const changes = await openChanges(config, { directUrl, reading, log });
		closers.push(changes.close);
		const app = await buildApp({
			config,
			connection: { ...serving, reading },
			unhurried: db,
			store,
			instances,
			secrets,
			addTask: queue.addTask,
			maintenance,
			changes,
			mountTraces: traces?.mount,
			log,
		});
		closers.push(() => app.close());
		const pools = { serving: serving.pool, unhurried: connection.pool };
		const isClosed = () => maintenance.current().maintenanceMode;
		const { standing } = reading;
		const measured = { app, pools, db: serving.db, pulse, standing, isClosed, instances };
		closers.push(await openMetrics(config, measured, log));
		const { port, host } = config;
		const address = await app.listen({ port, host, backlog: WAITING_CONNECTIONS });
		if (config.redisUrl) closers.push(() => app.sendElsewhere());
		const doing = { config, connection, store, instances, mail, address, secrets, log };
		await work(queue, { ...doing, live: app.live });
		// Last, so that nothing can fail between making a password and telling it.
		const firstAdmin = await ensureSuperAdmin(connection.db, undefined, supportEmail);
		return { address, mailPlace: mail.place, firstAdmin, close };
	} catch (error) {
		await close();
		throw error;
	}
}

interface Heard extends Pick<Databases, 'directUrl'> {
	reading: Reading;
	log: FastifyBaseLogger;
}

function openChanges({ redisUrl }: Config, { directUrl, reading, log }: Heard) {
	return openPublicChanges({
		databaseUrl: directUrl,
		isShared: redisUrl !== undefined,
		log,
		// What is made of a copy that lacks the change would be kept as if it had it.
		settle: reading.standing() && reading.wrote,
	});
}

async function openMail({ smtpUrl, mailFrom, site, dataDir }: Config): Promise<Mail> {
	const from = { address: mailFrom, name: site.name };
	if (smtpUrl === undefined) return seenMail(fileMail(mailFolderOf({ dataDir }), from));
	const { smtpMail } = await import('#server/mail/smtp.ts');
	return seenMail(smtpMail(smtpUrl, from));
}

const mailFolderOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'mail');

interface BackgroundParts extends MarketParts {
	instances: Instances;
	mail: Mail;
	/** Where it is served. */
	address: string;
	live: Live;
	/** Sign the links in mails. */
	secrets: Secrets;
	log: FastifyBaseLogger;
}

async function sweepSessions(db: Db): Promise<void> {
	await deleteExpiredSessions(db);
	await deleteSurplusSessions(db);
}

/** Everything that is done in the background. */
function work(queue: JobQueue, parts: BackgroundParts): Promise<void> {
	const { config, connection, store, instances, mail, address, live, secrets, log } = parts;
	const { db } = connection;
	const { name: siteName, supportEmail, timeZone } = config.site;
	// Never the host that a request names, which anyone can make up: such a link would carry its token to them.
	const head = { siteName, supportEmail, origin: config.publicUrl ?? address };
	const tokens = createUnsubscribeTokens(secrets);
	const told = countTold(instances.openCounter);
	const { addTask, addTasks } = queue;
	const jobs = [
		// Before the nightly backup, which has photos stay.
		{ name: 'sweep-photos', schedule: '30 1 * * *', run: () => sweepPhotos({ db, store, log }) },
		{ name: 'sweep-retry-keys', schedule: '45 3 * * *', run: () => deleteOldRetryKeys(db) },
		{ name: 'sweep-sessions', schedule: '0 4 * * *', run: () => sweepSessions(db) },
		{
			name: 'sweep-admin-sessions',
			schedule: '5 4 * * *',
			run: () => deleteEndedAdminSessions(db),
		},
		{ name: 'sweep-title-words', schedule: '0 5 * * *', run: () => forgetTitleWords(db) },
		{ name: 'sweep-links', schedule: '15 4 * * *', run: () => deleteOldLinks(db) },
		{
			name: 'sweep-mail-files',
			schedule: '20 4 * * *',
			run: () => sweepFileMail(mailFolderOf(config)),
		},
		{ name: 'mail-unread', schedule: '* * * * *', run: () => mailUnread({ db, addTasks }) },
	];
	const runners: TaskRunners = {
		mail: (task) => sendLetter({ db, mail, head, told, log }, task),
		'notice-mail': (task) => sendNoticeLetter({ db, mail, head, tokens, log }, task),
		announce: ({ announcementId }) => deliverAnnouncement({ db, addTasks, live }, announcementId),
		'remove-photos': () => removeUnusedPhotos({ db, store }),
		'erase-account': ({ userId }) => eraseAgain({ db, addTask }, userId),
		'forget-title-words': async () => void (await forgetTitleWords(db)),
	};
	return queue.work({ jobs, timeZone }, runners);
}
