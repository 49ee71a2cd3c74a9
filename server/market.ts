import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { prepareAppRole } from './db/app-role.ts';
import { type Connection, connect, connectInTime } from './db/client.ts';
import { startEmbeddedPostgres } from './db/embedded-postgres.ts';
import { firstAnswer } from './db/first-answer.ts';
import { migrate } from './db/migrate.ts';
import { openPulse } from './db/pulse.ts';
import { eraseAgain } from './features/account/erasure.ts';
import { sendLetter } from './features/account/letters.ts';
import { ensureSuperAdmin, type FirstAdmin } from './features/admin/administrators/commands.ts';
import { resealTwoStep } from './features/admin/administrators/resealing.ts';
import { createTwoStepSeal } from './features/admin/administrators/sealing.ts';
import { deleteEndedAdminSessions } from './features/admin/administrators/session-queries.ts';
import { deleteExpiredSessions } from './features/auth/queries.ts';
import { deleteOldRetryKeys } from './features/items/retry-queries.ts';
import { forgetTitleWords } from './features/items/title-words-queries.ts';
import { deleteOldLinks } from './features/links/queries.ts';
import { openMaintenanceSwitch } from './features/maintenance/switch.ts';
import { deliverAnnouncement } from './features/notices/announcing.ts';
import { sendNoticeLetter } from './features/notices/letters.ts';
import { mailUnread } from './features/notices/unread-mail.ts';
import { createUnsubscribeTokens } from './features/notices/unsubscribe-tokens.ts';
import { removeUnusedPhotos, sweepPhotos } from './features/photos/jobs.ts';
import { openAlone } from './instances/instances.ts';
import { type JobQueue, openJobQueue } from './jobs/job-queue.ts';
import { keptSecrets, type Secrets } from './lib/secrets.ts';
import { fileMail } from './mail/file-mail.ts';
import type { Mail } from './mail/mail.ts';
import { smtpMail } from './mail/smtp-mail.ts';
import type { Live } from './realtime/live.ts';
import { diskPhotoStore, type PhotoStore } from './storage/photo-store.ts';

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
	try {
		const databaseUrl = await openDatabase(options, closers);
		await migrate(databaseUrl);
		const { connection, serving } = await openConnections(databaseUrl, log, closers);
		const store = diskPhotoStore(join(config.dataDir, 'photos'));
		const { supportEmail } = config.site;
		// Before the demo brings administrators of its own: who configures one expects to come in.
		if (config.firstAdmin) await ensureSuperAdmin(connection.db, config.firstAdmin, supportEmail);
		await beforeServing({ connection, serving, store, config });
		const secrets = config.secrets ?? (await keptSecrets(config.dataDir, 'jwt-secret'));
		await resealTwoStep(connection.db, createTwoStepSeal(secrets));
		const mail = openMail(config);
		closers.push(async () => mail.close());
		const queue = await openJobQueue(databaseUrl, log);
		closers.push(queue.stop);
		const { addTask } = queue;
		const { db } = connection;
		const maintenance = await openMaintenanceSwitch({ db, databaseUrl, log });
		closers.push(maintenance.close);
		const instances = openAlone();
		closers.push(instances.close);
		const app = await buildApp({
			config,
			connection: serving,
			unhurried: db,
			store,
			instances,
			secrets,
			addTask,
			maintenance,
			log,
		});
		closers.push(() => app.close());
		const { port, host } = config;
		const address = await app.listen({ port, host, backlog: WAITING_CONNECTIONS });
		const { live } = app;
		await work(queue, { config, connection, store, mail, address, live, secrets, log });
		// Last, so that nothing can fail between making a password and telling it.
		const firstAdmin = await ensureSuperAdmin(connection.db, undefined, supportEmail);
		return { address, mailPlace: mail.place, firstAdmin, close };
	} catch (error) {
		await close();
		throw error;
	}
}

/** The configured database, or the embedded one in the data folder. */
async function openDatabase(
	{ config: { databaseUrl, dataDir }, log, onProgress }: Options,
	closers: (() => Promise<void>)[],
): Promise<string> {
	if (databaseUrl) {
		await firstAnswer(databaseUrl, { onProgress });
		return databaseUrl;
	}
	const postgres = await startEmbeddedPostgres({
		folder: join(dataDir, 'postgres'),
		onProgress,
		onTrouble: (reason) => log.error({ reason }, 'PostgreSQL is started again'),
	});
	closers.push(postgres.stop);
	return postgres.url('postgres');
}

/** One for work that takes as long as it takes, and one for those who wait for an answer. */
async function openConnections(
	databaseUrl: string,
	log: FastifyBaseLogger,
	closers: (() => Promise<void>)[],
): Promise<{ connection: Connection; serving: Connection }> {
	const role = await prepareAppRole(databaseUrl, log);
	const onIdleError = (error: Error) =>
		log.warn({ reason: error.message }, 'a database connection broke');
	const pulse = await openPulse(databaseUrl, log);
	closers.push(pulse.close);
	const connection = connect(databaseUrl, onIdleError, role);
	closers.push(connection.close);
	const serving = connectInTime(databaseUrl, pulse, onIdleError, role);
	closers.push(serving.close);
	return { connection, serving };
}

function openMail({ smtpUrl, mailFrom, site, dataDir }: Config): Mail {
	const from = { address: mailFrom, name: site.name };
	return smtpUrl ? smtpMail(smtpUrl, from) : fileMail(join(dataDir, 'mail'), from);
}

interface Workshop extends MarketParts {
	mail: Mail;
	/** Where it is served. */
	address: string;
	live: Live;
	/** Sign the links in mails. */
	secrets: Secrets;
	log: FastifyBaseLogger;
}

/** Everything that is done in the background. */
function work(queue: JobQueue, workshop: Workshop): Promise<void> {
	const { config, connection, store, mail, address, live, secrets, log } = workshop;
	const { db } = connection;
	const { name: siteName, supportEmail } = config.site;
	// Never the host that a request names, which anyone can make up: such a link would carry its token to them.
	const head = { siteName, supportEmail, origin: config.publicUrl ?? address };
	const tokens = createUnsubscribeTokens(secrets);
	const { addTask, addTasks } = queue;
	return queue.work(
		[
			{ name: 'sweep-photos', schedule: '30 3 * * *', run: () => sweepPhotos({ db, store, log }) },
			{ name: 'sweep-retry-keys', schedule: '45 3 * * *', run: () => deleteOldRetryKeys(db) },
			{ name: 'sweep-sessions', schedule: '0 4 * * *', run: () => deleteExpiredSessions(db) },
			{
				name: 'sweep-admin-sessions',
				schedule: '5 4 * * *',
				run: () => deleteEndedAdminSessions(db),
			},
			{ name: 'sweep-title-words', schedule: '0 5 * * *', run: () => forgetTitleWords(db) },
			{ name: 'sweep-links', schedule: '15 4 * * *', run: () => deleteOldLinks(db) },
			{ name: 'mail-unread', schedule: '* * * * *', run: () => mailUnread({ db, addTasks }) },
		],
		{
			mail: (task) => sendLetter({ db, mail, head }, task),
			'notice-mail': (task) => sendNoticeLetter({ db, mail, head, tokens }, task),
			announce: ({ announcementId }) => deliverAnnouncement({ db, addTasks, live }, announcementId),
			'remove-photos': () => removeUnusedPhotos({ db, store }),
			'erase-account': ({ userId }) => eraseAgain({ db, addTask }, userId),
		},
	);
}
