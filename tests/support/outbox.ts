import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { vi } from 'vitest';
import { listJobs } from '#server/app/jobs.ts';
import { openLocalCounter } from '#server/cluster/counter.ts';
import type { Db } from '#server/db/client.ts';
import type { JobQueue } from '#server/jobs/job-queue.ts';
import type { Mail } from '#server/mail/mail.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { SECRETS } from './secret.ts';

const WAIT = { timeout: 20_000, interval: 20 };

export const MAIL_HEADER = {
	siteName: 'Passdown',
	supportEmail: 'help@market.example',
	origin: 'https://market.example',
};

/** Runs the tasks of an app's queue, and collects mails instead of sending them. */
export async function openOutbox(t: {
	app: { realtime: RealtimeServer; log: FastifyBaseLogger };
	db: Db;
	queue: JobQueue;
	store: PhotoStore;
}) {
	const { db } = t;
	const mails: Mail[] = [];
	const mail = {
		send: async (letter: Mail) => void mails.push(letter),
		description: '',
		close: () => undefined,
	};
	const { log, realtime } = t.app;
	const jobs = listJobs({
		...t,
		...t.queue,
		log,
		realtime,
		mail,
		header: MAIL_HEADER,
		mailFolder: '',
		secrets: SECRETS,
		openCounter: openLocalCounter,
		timeZone: 'UTC',
	});
	await t.queue.startWorkers(
		jobs.filter((job) => 'task' in job),
		'UTC',
	);

	/** Waits for the `count`th mail to this address, and returns it. */
	async function waitForMail(address: string, count = 1): Promise<Mail> {
		const mailsToAddress = () => mails.filter(({ to }) => to.address === address);
		await vi.waitUntil(() => mailsToAddress().length >= count, WAIT);
		const letter = mailsToAddress()[count - 1];
		if (!letter) throw new Error('The mail has gone again.');
		return letter;
	}

	/** The number of mail jobs that were added for a user so far, whether or not they have run. */
	async function countMails(userId: number): Promise<number> {
		const mailJobs = await db.execute(sql`
			select 1 from pgboss.job where name in ('mail', 'notice-mail') and data ->> 'userId' = ${String(userId)}`);
		return mailJobs.rows.length;
	}

	/** Moves a user's requests for a link into the past, so that another link can be requested at once. */
	async function skipRequestInterval(userId: number): Promise<void> {
		await t.db.execute(sql`
			update one_time_links set requested_at = requested_at - interval '61 seconds'
			where user_id = ${userId}`);
	}

	const waitForToken = async (address: string, count = 1) =>
		tokenInMail(await waitForMail(address, count));
	return { waitForMail, waitForToken, countMails, skipRequestInterval };
}

/** The token that a mail carries. */
export function tokenInMail({ text }: Pick<Mail, 'text'>): string {
	const [, token] = text.match(/#token=([\w-]+)/) ?? [];
	if (!token) throw new Error('There is no token in the mail.');
	return token;
}
